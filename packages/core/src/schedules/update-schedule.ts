import type { Schedule, UpdateScheduleBody } from '@shotclock/contracts';
import {
  databaseNow,
  listItems,
  lockSchedule,
  notifyWork,
  type ScheduleRow,
  updateSchedule as updateRow,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound, refuse } from '../errors.ts';
import { jitterMs } from './jitter.ts';
import { mergePolicy, standingAfter, standingWhenSet } from './plan.ts';
import { planColumns, policyOf, scheduleResource, timingOf } from './schedule-resource.ts';
import { policyFaults, resolveTiming, timingFaults } from './timing-rules.ts';

/**
 * Changes what is sent. A new timing or policy sets the next run anew; a COMPLETED schedule with runs ahead is ACTIVE again.
 * @throws CoreError not_found, validation_failed
 */
export async function updateSchedule(
  ctx: CoreContext,
  input: { scheduleId: number; changes: UpdateScheduleBody },
): Promise<Schedule> {
  const { scheduleId, changes } = input;
  return ctx.db.transaction(async (tx) => {
    const row = await lockSchedule(tx, { accountId: ctx.accountId, scheduleId });
    if (!row) throw notFound('schedule', scheduleId);

    const now = await databaseNow(tx);
    const policy = mergePolicy(policyOf(row), changes.policy);
    const rules = { minIntervalSeconds: ctx.limits.minRunIntervalSeconds, now };
    refuse(
      changes.schedule
        ? timingFaults(changes.schedule, policy, rules, '/schedule')
        : policyFaults(timingOf(row), policy, '/schedule'),
    );

    const timing = changes.schedule ? resolveTiming(changes.schedule, now) : timingOf(row);
    const plan = { id: scheduleId, timing, policy, runs: row.runs };
    const replanned = changes.schedule !== undefined || changes.policy !== undefined;
    const standing = changes.schedule
      ? standingWhenSet(plan, now)
      : standingAfter(plan, beforeNextRun(row, now));
    const updated = await updateRow(tx, scheduleId, {
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.description === undefined ? {} : { description: changes.description }),
      ...(replanned ? { ...planColumns(timing, policy), ...standing } : {}),
    });
    if (replanned) await notifyWork(tx);
    return scheduleResource(updated, await listItems(tx, [scheduleId]));
  });
}

/** The moment before the run that comes next on the grid: a policy that changes moves no run that has taken place. */
function beforeNextRun(row: ScheduleRow, now: Date): Date {
  return row.nextRunAt === null
    ? now
    : new Date(row.nextRunAt.getTime() - jitterMs(row.id, row.jitterSeconds) - 1);
}
