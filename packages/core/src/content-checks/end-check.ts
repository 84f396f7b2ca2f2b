import type { Rectangle } from '@shotclock/contracts';
import {
  completeContentCheck,
  dropCheckObjects,
  failContentCheck,
  holdScreenshot,
  lockCheckSeries,
  lockPredecessor,
  type Queryable,
  suspectObjects,
} from '@shotclock/db';
import { creditCheck } from './check-payment.ts';
import { type Baseline, findSeriesBaseline, type WaitingCheck } from './waiting-check.ts';

/** What became of the check that waits for a capture. */
export type CheckOutcome =
  | {
      status: 'SUCCESS';
      /** What the capture was compared with; null for the first of its series. */
      baseline: Baseline | null;
      changed: boolean;
      /** The share that differs, 0 to 1. */
      ratio: number;
      /** Hash of what was compared, which is stored. */
      subject: string;
      masks: Rectangle[];
      /** Hash of the diff, which is stored. */
      diff: string | null;
      description: string | null;
    }
  | { status: 'FAILED'; description: string };

/**
 * Locks the series of the check until the transaction ends, so that no other check moves the baseline. Call it before the
 * transaction locks rows.
 * @returns whether the check was compared with the current baseline
 */
export async function lockBaseline(
  tx: Queryable,
  check: WaitingCheck,
  baseline: Baseline | null,
): Promise<boolean> {
  await lockCheckSeries(tx, check);
  // A baseline that the request named does not move.
  if (baseline !== null && baseline.checkId === null) return true;
  const newest = await findSeriesBaseline(tx, check);
  return (newest?.checkId ?? null) === (baseline?.checkId ?? null);
}

/**
 * Ends the check that waits for the screenshot, where one does. A failed one is credited back, at most once. Of the check
 * before a successful one nothing is kept when its capture is deleted.
 */
export async function endCheck(
  tx: Queryable,
  { accountId, screenshotId }: { accountId: number; screenshotId: number },
  outcome: CheckOutcome,
): Promise<void> {
  if (outcome.status === 'SUCCESS') {
    const { baseline, status: _, ...result } = outcome;
    // It may have been deleted since it was compared with. Whoever deletes it locks it before its checks.
    const compared = baseline?.screenshotId ?? null;
    const held =
      compared === null ? undefined : await holdScreenshot(tx, { accountId, screenshotId: compared });
    const orphan = await lockPredecessor(tx, screenshotId);
    await completeContentCheck(tx, screenshotId, { ...result, baselineScreenshotId: held?.id ?? null });
    if (orphan !== null) await suspectObjects(tx, await dropCheckObjects(tx, [orphan]));
    return;
  }
  const failed = await failContentCheck(tx, screenshotId, outcome.description);
  if (failed) await creditCheck(tx, failed);
}
