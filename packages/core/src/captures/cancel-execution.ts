import type { ScheduleExecution } from '@shotclock/contracts';
import { findExecution, lockUnfinishedCaptures } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { getExecution } from '../executions/get-execution.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { cancelCaptures } from './cancel-captures.ts';

/** Maximum number of captures per transaction, which locks the execution and, for checks, the account's wallet. */
const batchSize = 100;

/**
 * Cancels all unfinished captures of an execution, which ends the execution (ADR 28). Uses several transactions: if the process
 * dies between two of them, the remaining captures continue.
 * @throws CoreError not_found, conflict (all captures have finished)
 */
export async function cancelExecution(
  ctx: CoreContext,
  input: { executionId: number },
): Promise<ScheduleExecution> {
  const { executionId } = input;
  if ((await cancelUnfinishedCaptures(ctx, executionId)) === 0)
    throw new CoreError('conflict', `Execution ${executionId} has finished.`);
  return getExecution(ctx, { executionId });
}

/**
 * Cancels all unfinished captures of an execution in several transactions, and returns their number.
 * @throws CoreError not_found
 */
export async function cancelUnfinishedCaptures(ctx: CoreContext, executionId: number): Promise<number> {
  let total = 0;
  for (;;) {
    const cancelled = await cancelBatch(ctx, executionId);
    if (cancelled === 0) return total;
    total += cancelled;
  }
}

/** Returns the number of canceled captures. */
async function cancelBatch(ctx: CoreContext, executionId: number): Promise<number> {
  const { accountId } = ctx;
  const changes = (captures: number) => (captures > 0 ? changed('EXECUTION', executionId) : []);
  const cancelled = await inTransaction(ctx, changes, async (tx) => {
    if (!(await findExecution(tx, { accountId, executionId }))) throw notFound('execution', executionId);
    const captures = await lockUnfinishedCaptures(tx, { accountId, executionId }, batchSize);
    if (captures.length > 0) await cancelCaptures(tx, accountId, captures);
    return captures.length;
  });
  if (cancelled > 0) ctx.onCancelled?.(cancelled);
  return cancelled;
}
