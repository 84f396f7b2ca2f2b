import {
  cancelScreenshots,
  countSettledScreenshots,
  type LockedScreenshot,
  notifyCancelled,
  notifySettled,
  notifyWork,
  type Queryable,
} from '@shotclock/db';
import { failChecks } from '../content-checks/settle-check.ts';
import { recordRunOutcome } from '../schedules/record-run-outcome.ts';

const description = 'The capture was cancelled.';

/**
 * Settles unfinished captures as cancelled, with everything that follows from a settlement (see settle.ts), and notifies the
 * workers that hold them. Takes its locks in the order of settle.ts.
 * @param captures locked captures of one account: a manual capture, or captures of one execution
 */
export async function cancelCaptures(
  tx: Queryable,
  accountId: number,
  captures: LockedScreenshot[],
): Promise<void> {
  const cancelled = await cancelScreenshots(tx, captures, description);
  const executionId = captures[0]?.executionId ?? null;
  if (executionId !== null) {
    const counts = { successful: 0, failed: cancelled.length };
    const ended = await countSettledScreenshots(tx, executionId, counts);
    if (ended) await recordRunOutcome(tx, ended);
  }
  const screenshotIds = cancelled.map(({ screenshotId }) => screenshotId);
  await failChecks(tx, { accountId, screenshotIds }, description);
  if (executionId === null) await notifySettled(tx, screenshotIds);
  if (captures.some(({ status }) => status === 'PROCESSING')) await notifyCancelled(tx);
  // A released capture that waited leaves a place in the release window.
  await notifyWork(tx);
}
