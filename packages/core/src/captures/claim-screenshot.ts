import { type CaptureSettings, settingsOf } from '@shotclock/contracts';
import { type Attempt, claimScreenshot as claimRow, findWaitingCheck, notifyWork } from '@shotclock/db';
import { type WaitingCheck, waitingCheck } from '../content-checks/waiting-check.ts';
import type { WorkContext } from './work-context.ts';

/** A screenshot that this worker alone may settle, until its lease runs out. */
export type ClaimedScreenshot = Attempt & {
  settings: CaptureSettings;
  attemptsLeft: number;
  /** The content-change check that waits for the capture. */
  check: WaitingCheck | null;
};

/**
 * Takes a released capture. Undefined when the message is stale (delivered twice, taken by another, finished): drop it.
 * The place that it leaves in the queue's window is announced to the schedulers.
 */
export async function claimScreenshot(
  ctx: WorkContext,
  job: { screenshotId: number; attempt: number },
): Promise<ClaimedScreenshot | undefined> {
  return ctx.db.transaction(async (tx) => {
    const row = await claimRow(tx, { ...job, leaseSeconds: ctx.leaseSeconds });
    if (!row) return undefined;
    await notifyWork(tx);
    const check = await findWaitingCheck(tx, row.id);
    return {
      screenshotId: row.id,
      token: row.attemptToken,
      settings: settingsOf(row),
      attemptsLeft: row.attemptsLeft,
      check: check ? waitingCheck(check) : null,
    };
  });
}
