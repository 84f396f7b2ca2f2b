import { type CaptureSettings, settingsOf } from '@shotclock/contracts';
import {
  type Attempt,
  type AttemptsLeft,
  claimScreenshot as claimRow,
  findPendingCheck,
  notifyWork,
} from '@shotclock/db';
import { type PendingCheck, pendingCheck } from '../content-checks/pending-check.ts';
import type { WorkContext } from './work-context.ts';

/** A screenshot that only this worker can settle while its lease is valid. */
export type ClaimedScreenshot = Attempt &
  AttemptsLeft & {
    settings: CaptureSettings;
    /** The content-change check that waits for the capture. */
    check: PendingCheck | null;
  };

/**
 * PENDING → PROCESSING for a released capture. Notifies the schedulers, because the claim frees a place in the release window.
 * @returns undefined when the job is stale: delivered twice, claimed by another worker, or finished
 */
export async function claimScreenshot(
  ctx: WorkContext,
  job: { screenshotId: number; attempt: number },
): Promise<ClaimedScreenshot | undefined> {
  return ctx.db.transaction(async (tx) => {
    const row = await claimRow(tx, { ...job, leaseSeconds: ctx.leaseSeconds });
    if (!row) return undefined;
    await notifyWork(tx);
    const check = await findPendingCheck(tx, row.id);
    return {
      screenshotId: row.id,
      token: row.attemptToken,
      settings: settingsOf(row),
      attemptsLeft: row.attemptsLeft,
      lostWorkers: row.lostWorkers,
      check: check ? pendingCheck(check) : null,
    };
  });
}
