import { type CaptureSettings, settingsOf } from '@shotclock/contracts';
import { type Attempt, type AttemptsLeft, claimScreenshot as claimRow } from '@shotclock/db/all-accounts';
import { type PendingCheck, pendingCheck } from '../content-checks/pending-check.ts';
import type { WorkContext } from './work-context.ts';

/** A screenshot that only this worker can settle while the lease is valid. */
export type ClaimedScreenshot = Attempt &
  AttemptsLeft & {
    accountId: number;
    /** Null for manual captures. */
    executionId: number | null;
    settings: CaptureSettings;
    /** The content-change check that is waiting for the capture. */
    check: PendingCheck | null;
  };

/**
 * PENDING → PROCESSING for a released capture. Notifies the schedulers, because each claim frees a slot in the release
 * window.
 * @returns undefined if the job is stale: it was delivered twice, another worker has claimed its capture, or the capture has finished
 */
export async function claimScreenshot(
  ctx: WorkContext,
  job: { screenshotId: number; attempt: number },
): Promise<ClaimedScreenshot | undefined> {
  const claimed = await claimRow(ctx.db.orm, { ...job, leaseSeconds: ctx.leaseSeconds });
  if (!claimed) return undefined;
  ctx.db.changed(claimed.screenshot.accountId);
  const { screenshot, check, token, attemptsLeft, lostWorkers } = claimed;
  return {
    screenshotId: screenshot.id,
    token,
    accountId: screenshot.accountId,
    executionId: screenshot.executionId,
    settings: settingsOf(screenshot),
    attemptsLeft,
    lostWorkers,
    check: check && pendingCheck(check),
  };
}
