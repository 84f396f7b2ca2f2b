import type { ExpandedSchedule } from '@shotclock/contracts';
import { databaseNow, lockSchedule, notifyWork, updateSchedule } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { assertNotCompleted } from './assert-not-completed.ts';
import { type Expand, expandedSchedule } from './expanded-schedules.ts';
import { policyOf, timingOf } from './schedule-resource.ts';
import { stateAfterRun } from './schedule-state.ts';
import { canonicalTimeZone } from './timing/canonical-time-zone.ts';

/**
 * Resumes a paused schedule. Its next run is the first run on the grid after the current time; runs that were due
 * during the pause are neither run later nor recorded as missed. The number of consecutive failures is reset. If no run
 * can follow, for example because the time of a ONCE schedule has passed, the schedule becomes COMPLETED. A schedule
 * that is not paused does not change.
 * @throws CoreError not_found, conflict (the schedule is completed, or its time zone is unknown)
 */
export async function resumeSchedule(
  ctx: CoreContext,
  input: { scheduleId: number } & Expand,
): Promise<ExpandedSchedule> {
  const { scheduleId, expand } = input;
  const key = { accountId: ctx.accountId, scheduleId };
  return inTransaction(ctx, changed('SCHEDULE', scheduleId), async (tx) => {
    const row = await lockSchedule(tx, key);
    if (!row) throw notFound('schedule', scheduleId);
    assertNotCompleted(row);
    if (row.pausedAt === null) return expandedSchedule(tx, row, expand);
    if (canonicalTimeZone(row.timezone) === null)
      throw new CoreError('conflict', `The time zone ${row.timezone} is unknown. Change it first.`);
    const plan = { id: row.id, timing: timingOf(row), policy: policyOf(row), runs: row.runs };
    const resumed = await updateSchedule(tx, key, {
      ...stateAfterRun(plan, await databaseNow(tx)),
      pausedAt: null,
      pauseReason: null,
      failuresInARow: 0,
    });
    notifyWork(tx);
    return expandedSchedule(tx, resumed, expand);
  });
}
