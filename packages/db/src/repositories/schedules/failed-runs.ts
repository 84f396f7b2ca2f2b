import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { schedules } from '../../schema/schedules.ts';

/**
 * Counts one more failed run in a row; when they are as many as the policy permits, the schedule is paused, unless it is
 * paused, completed or deleted already.
 */
export async function countFailedRun(tx: Queryable, scheduleId: number): Promise<void> {
  const pauses = sql`(${schedules.failuresInARow} + 1 >= ${schedules.autoPauseAfterFailures}
    and ${schedules.status} = 'ACTIVE' and ${schedules.pausedAt} is null and ${schedules.deletedAt} is null)`;
  await tx
    .update(schedules)
    .set({
      failuresInARow: sql`${schedules.failuresInARow} + 1`,
      pausedAt: sql`case when ${pauses} then clock_timestamp() else ${schedules.pausedAt} end`,
      pauseReason: sql`case when ${pauses} then 'FAILURES' else ${schedules.pauseReason} end`,
      nextRunAt: sql`case when ${pauses} then null else ${schedules.nextRunAt} end`,
      updatedAt: sql`case when ${pauses} then clock_timestamp() else ${schedules.updatedAt} end`,
    })
    .where(eq(schedules.id, scheduleId));
}

/** A run of each of them did not fail: failures are counted from 0. */
export async function clearFailedRuns(tx: Queryable, scheduleIds: number[]): Promise<void> {
  if (scheduleIds.length === 0) return;
  await tx
    .update(schedules)
    .set({ failuresInARow: 0 })
    .where(and(inArray(schedules.id, scheduleIds), gt(schedules.failuresInARow, 0)));
}
