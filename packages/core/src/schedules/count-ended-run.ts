import { clearFailedRuns, countFailedRun, type EndedExecution, type Queryable } from '@shotclock/db';

/**
 * What the end of an execution means for its schedule (decisions, section 4, `autoPauseAfterFailures`): a failed run is
 * one more in a row, and enough of them pause the schedule; a completed one begins the row anew. Runs by hand, retries
 * and skipped runs say nothing of it. In the transaction that ends the execution, after its row and before any check,
 * wallet or count is locked.
 */
export async function countEndedRun(tx: Queryable, execution: EndedExecution): Promise<void> {
  if (execution.trigger !== 'SCHEDULE') return;
  if (execution.status === 'FAILED') await countFailedRun(tx, execution.scheduleId);
  else await clearFailedRuns(tx, [execution.scheduleId]);
}
