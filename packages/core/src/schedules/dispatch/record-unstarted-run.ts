import { databaseNow, insertExecutions, updateSchedule } from '@shotclock/db';
import { advanceSchedules, type DueSchedule, lockDueSchedules } from '@shotclock/db/all-accounts';
import { pausedState } from '../schedule-state.ts';
import { canonicalTimeZone } from '../timing/canonical-time-zone.ts';
import { jitterMs } from '../timing/jitter.ts';
import type { DispatchContext } from './dispatch-batch.ts';
import { advance, planRun } from './run-plan.ts';

/** Pauses a due schedule whose run cannot be started, and records the run with the reason. */
export async function pauseUnstartable(ctx: DispatchContext, { id }: DueSchedule): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [schedule] = await lockDueSchedules(tx, { only: [id], limit: 1 });
    if (!schedule) return;
    const { accountId, nextRunAt } = schedule;
    const now = await databaseNow(tx);
    await insertExecutions(tx, [
      {
        accountId,
        scheduleId: id,
        scheduledFor: new Date(nextRunAt.getTime() - jitterMs(id, schedule.jitterSeconds)),
        trigger: 'SCHEDULE',
        status: 'FAILED',
        completedAt: now,
        missedRuns: 1,
        outcomeReason: `Skipped: the run could not be started, and the schedule was paused. ${causeOf(schedule)}`,
      },
    ]);
    const paused = { ...pausedState, pausedAt: now, pauseReason: 'ERROR' as const };
    await updateSchedule(tx, { accountId, scheduleId: id }, paused);
  });
}

/** Records the due run of a schedule as skipped, because the database failed on every attempt to start it. */
export async function skipUnstarted(ctx: DispatchContext, { id }: DueSchedule): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [schedule] = await lockDueSchedules(tx, { only: [id], limit: 1 });
    if (!schedule) return;
    const plan = planRun({ ...schedule, running: false }, await databaseNow(tx), {
      waited: 0,
      start: () => 'Skipped: the run could not be started. The database failed on every attempt.',
    });
    await insertExecutions(tx, [plan.execution]);
    await advanceSchedules(tx, [advance(plan, false)]);
  });
}

function causeOf({ timezone }: DueSchedule): string {
  return canonicalTimeZone(timezone) === null
    ? `The time zone ${timezone} is unknown.`
    : "The scheduler's log contains the cause.";
}
