import {
  cancelScreenshots,
  type LockedCapture,
  notifyCancelled,
  notifySettled,
  notifyWork,
  type Queryable,
} from '@shotclock/db';
import { failChecks } from '../content-checks/settle-check.ts';
import { recordFailedRun } from './record-failed-run.ts';

const description = 'The capture was canceled.';

/**
 * Settles unfinished captures as canceled, with all the effects of a settlement, and notifies the workers that hold them.
 * Takes locks in the order defined in settle.ts.
 * @param captures locked captures of one account: either a manual capture or captures of one execution
 */
export async function cancelCaptures(
  tx: Queryable,
  accountId: number,
  captures: LockedCapture[],
): Promise<void> {
  const screenshotIds = captures.map(({ screenshotId }) => screenshotId);
  const [cancelled] = await cancelScreenshots(tx, { accountId, screenshotIds }, description);
  if (cancelled?.failedRun) await recordFailedRun(tx, cancelled.failedRun);
  await failChecks(tx, { accountId, screenshotIds }, description);
  if (cancelled?.executionId === null) await notifySettled(tx, screenshotIds);
  if (captures.some(({ isRunning }) => isRunning)) await notifyCancelled(tx);
  // A canceled capture that was released but not yet claimed frees a slot in the release window.
  notifyWork(tx);
}
