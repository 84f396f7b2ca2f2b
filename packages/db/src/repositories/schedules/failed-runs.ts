import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { schedules } from '../../schema/schedules.ts';
import { arrayText } from '../prepared-statement.ts';

/**
 * Counts a failed run. Pauses the schedule if the count reaches `autoPauseAfterFailures`, unless it is already paused, completed or
 * deleted.
 */
export async function countFailedRun(
  tx: Queryable,
  { accountId, scheduleId }: { accountId: number; scheduleId: number },
): Promise<void> {
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
    .where(and(eq(schedules.id, scheduleId), eq(schedules.accountId, accountId)));
}

/** Resets the number of consecutive failed runs after a run that did not fail. */
export async function clearFailedRuns(tx: Queryable, scheduleIds: number[]): Promise<void> {
  if (scheduleIds.length > 0) await tx.execute(resetFailedRuns(sql`${arrayText(scheduleIds)}::bigint[]`));
}

/** The statement of `clearFailedRuns`, for an array of IDs. */
export const resetFailedRuns = (scheduleIds: SQL): SQL => sql`
  update ${schedules} set failures_in_a_row = 0 where id = any(${scheduleIds}) and failures_in_a_row > 0 returning id`;
