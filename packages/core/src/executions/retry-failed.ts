import type { ScheduleExecution } from '@shotclock/contracts';
import {
  countUnexpectedOfExecutions,
  findExecution,
  insertExecutions,
  lockSchedule,
  notifyWork,
  recordManualRun,
  startExecutions,
} from '@shotclock/db';
import { admitCaptures } from '../admission/admit-captures.ts';
import { createScheduledChecks } from '../content-checks/create-scheduled-checks.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { changedExecution, executionResource } from './execution-resource.ts';

/**
 * Captures the failed items in an execution again, in a new execution, with their current settings (ADR 10).
 * `includeUnexpected` also includes items whose captures succeeded but do not show the requested page.
 * @throws CoreError not_found, conflict (the execution is still active, no item failed, or the schedule or all failed items are
 * deleted), rate_limited, unavailable (too many captures are waiting)
 */
export async function retryFailed(
  ctx: CoreContext,
  input: { executionId: number; includeUnexpected?: boolean },
): Promise<ScheduleExecution> {
  const { accountId } = ctx;
  const { executionId, includeUnexpected = false } = input;
  const failed = await findExecution(ctx.db.orm, { accountId, executionId });
  if (!failed) throw notFound('execution', executionId);
  const { scheduleId } = failed;
  const captures = failed.failedItems + (includeUnexpected ? await countUnexpected(ctx, executionId) : 0);
  const started = { source: 'SCHEDULED_SCREENSHOT', captures } as const;
  return admitCaptures(ctx, started, changedExecution, async (tx) => {
    const schedule = await lockSchedule(tx, { accountId, scheduleId });
    if (!schedule)
      throw new CoreError('conflict', `The schedule of execution ${executionId} has been deleted.`);
    if (failed.status === 'PROCESSING')
      throw new CoreError(
        'conflict',
        `Execution ${executionId} is still active. Retry it when it has finished.`,
      );
    if (captures === 0) throw new CoreError('conflict', `No item failed in execution ${executionId}.`);

    const [execution] = await insertExecutions(tx, [
      { accountId, scheduleId, trigger: 'RETRY', retryOf: executionId, status: 'PROCESSING' },
    ]);
    const [started] = await startExecutions(
      tx,
      { accountId, executionIds: [execution!.id] },
      {
        attempts: ctx.captureAttempts,
        requestId: ctx.requestId,
        ...(ctx.traceParent && { traceParents: { [execution!.id]: ctx.traceParent } }),
        includeUnexpected,
      },
    );
    if (started!.totalItems === 0)
      throw new CoreError('conflict', `All failed items in execution ${executionId} have been deleted.`);
    await recordManualRun(tx, { accountId, scheduleId }, started!.startedAt);
    if (schedule.detectChanges)
      await createScheduledChecks(tx, { accountId, executionIds: [execution!.id] }, ctx.contentCheckPrice);
    notifyWork(tx);
    return executionResource(started!, started!.startedAt);
  });
}

async function countUnexpected({ accountId, db }: CoreContext, executionId: number): Promise<number> {
  const counts = await countUnexpectedOfExecutions(db.orm, { accountId, executionIds: [executionId] });
  return Object.values(counts.get(executionId) ?? {}).reduce((sum, count) => sum + count, 0);
}
