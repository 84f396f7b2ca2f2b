import type { ScheduleExecution } from '@shotclock/contracts';
import {
  findExecution,
  insertExecutions,
  lockSchedule,
  notifyWork,
  startExecutions,
  updateSchedule,
} from '@shotclock/db';
import { checkNewCaptures } from '../content-checks/check-new-captures.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { executionResource } from './execution-resource.ts';

/**
 * Captures the failed items of an execution again, as they are set now, in a new execution; the old one and its
 * screenshots stay as they are.
 * @throws CoreError not_found, conflict (it still runs, nothing failed, its schedule or all its failed items are deleted)
 */
export async function retryFailed(
  ctx: CoreContext,
  input: { executionId: number },
): Promise<ScheduleExecution> {
  const { accountId } = ctx;
  const { executionId } = input;
  return inTransaction(ctx, async (tx) => {
    const failed = await findExecution(tx, { accountId, executionId });
    if (!failed) throw notFound('execution', executionId);
    const { scheduleId } = failed;
    if (!(await lockSchedule(tx, { accountId, scheduleId })))
      throw new CoreError('conflict', `The schedule of execution ${executionId} is deleted.`);
    if (failed.status === 'PROCESSING')
      throw new CoreError('conflict', `Execution ${executionId} still runs; retry it when it has ended.`);
    if (failed.failedItems === 0)
      throw new CoreError('conflict', `No item of execution ${executionId} failed.`);

    const [execution] = await insertExecutions(tx, [
      { accountId, scheduleId, trigger: 'RETRY', retryOf: executionId, status: 'PROCESSING' },
    ]);
    const [started] = await startExecutions(tx, [execution!.id], ctx.captureAttempts);
    if (started!.totalItems === 0)
      throw new CoreError(
        'conflict',
        `None of the items that failed in execution ${executionId} is there any more.`,
      );
    await updateSchedule(tx, scheduleId, { lastRunAt: started!.startedAt });
    await checkNewCaptures(tx, [execution!.id], ctx.contentCheckPrice);
    await notifyWork(tx);
    return executionResource(started!, started!.startedAt);
  });
}
