import { countFailedRun, type FailedRun, hasCancelledCapture, type Queryable } from '@shotclock/db';

/**
 * Counts a schedule's failed run for `autoPauseAfterFailures`, which may pause the schedule, unless one of the run's captures was
 * canceled. Manual runs, retries and skipped runs do not count, and the settlement of a completed run resets the count. Call it
 * in the transaction that ends the run, before it locks checks, wallets or counts (lock order in settle.ts).
 */
export async function recordFailedRun(tx: Queryable, run: FailedRun): Promise<void> {
  if (!(await hasCancelledCapture(tx, run))) await countFailedRun(tx, run);
}
