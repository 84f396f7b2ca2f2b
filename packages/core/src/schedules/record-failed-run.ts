import {
  clearFailedRuns,
  countFailedRun,
  type FinishedExecution,
  hasCancelledCapture,
  type Queryable,
} from '@shotclock/db';

/**
 * Counts consecutive failed runs of a schedule for `autoPauseAfterFailures`: a failed run increments the count and may pause the
 * schedule, a completed run resets it. Manual runs, retries, skipped runs and failed runs with a cancelled capture do not count.
 * Call it in the transaction that ends the execution, before it locks checks, wallets or counts (lock order in captures/settle.ts).
 */
export async function recordRunOutcome(tx: Queryable, execution: FinishedExecution): Promise<void> {
  if (execution.trigger !== 'SCHEDULE') return;
  if (execution.status === 'COMPLETED') await clearFailedRuns(tx, [execution.scheduleId]);
  else if (!(await hasCancelledCapture(tx, execution.id))) await countFailedRun(tx, execution.scheduleId);
}
