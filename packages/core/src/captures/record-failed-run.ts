import { countFailedRun, type FailedRun, hasCancelledCapture, type Queryable } from '@shotclock/db';

/**
 * Counts a schedule's failed run for `autoPauseAfterFailures`, which may pause the schedule; a run with a canceled
 * capture does not count. Manual runs, retries and skipped runs do not count either, and the settlement of a run that
 * completes resets the count. Call it in the transaction that ends the run, before it locks checks, wallets or counts
 * (lock order in settle.ts).
 */
export async function recordFailedRun(tx: Queryable, run: FailedRun): Promise<void> {
  if (!(await hasCancelledCapture(tx, run))) await countFailedRun(tx, run);
}
