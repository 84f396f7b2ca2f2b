import type { ScheduleExecution } from '@shotclock/contracts';
import {
  countItems,
  findSchedule,
  insertExecutions,
  lockSchedule,
  notifyWork,
  recordManualRun,
  startExecutions,
} from '@shotclock/db';
import { admitCaptures } from '../admission/admit-captures.ts';
import { createScheduledChecks } from '../content-checks/create-scheduled-checks.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { changedExecution, executionResource } from '../executions/execution-resource.ts';

/**
 * Starts a manual run, which does not change the next run and does not count toward `maxRuns`.
 * @throws CoreError not_found, rate_limited, unavailable (too many captures are waiting)
 */
export async function runSchedule(
  ctx: CoreContext,
  input: { scheduleId: number },
): Promise<ScheduleExecution> {
  const { accountId } = ctx;
  const { scheduleId } = input;
  if (!(await findSchedule(ctx.db.orm, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
  const captures = await countItems(ctx.db.orm, { accountId, scheduleId });
  const started = { source: 'SCHEDULED_SCREENSHOT', captures } as const;
  return admitCaptures(ctx, started, changedExecution, async (tx) => {
    const schedule = await lockSchedule(tx, { accountId, scheduleId });
    if (!schedule) throw notFound('schedule', scheduleId);
    const [execution] = await insertExecutions(tx, [
      { accountId, scheduleId, trigger: 'MANUAL', status: 'PROCESSING' },
    ]);
    const [started] = await startExecutions(
      tx,
      { accountId, executionIds: [execution!.id] },
      {
        attempts: ctx.captureAttempts,
        requestId: ctx.requestId,
        ...(ctx.traceParent && { traceParents: { [execution!.id]: ctx.traceParent } }),
      },
    );
    await recordManualRun(tx, { accountId, scheduleId }, started!.startedAt);
    if (schedule.detectChanges)
      await createScheduledChecks(tx, { accountId, executionIds: [execution!.id] }, ctx.contentCheckPrice);
    notifyWork(tx);
    return executionResource(started!, started!.startedAt);
  });
}
