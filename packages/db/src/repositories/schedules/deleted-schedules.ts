import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { executionTotals, scheduleExecutions } from '../../schema/executions.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { deleteUnused } from '../delete-unused.ts';
import { isSelected } from '../has-one-of.ts';
import { type IdPass, lastOf, type PassedRows } from '../id-pass.ts';

/** The ID of a deleted schedule. Only the `schedules_deleted` index contains this expression. */
export const deletedId = sql.raw('(case when deleted_at is not null then id end)');

/**
 * Whether a deletion is at least a day old. Until then, event streams need the row, and stored responses may refer to it.
 */
export const isDayOld = (time: SQL): SQL => sql`${time} < now() - interval '24 hours'`;

/**
 * Whether a schedule `s` has neither items nor executions. Each subquery reads one index entry, like those for removed
 * items.
 */
const isUnused: SQL = sql`
  (select true from ${scheduleItems} i where i.schedule_id = s.id order by i.position limit 1) is null
  and (select true from ${scheduleExecutions} e where e.schedule_id = s.id order by e.created_at, e.id limit 1) is null`;

/**
 * Deletes the next deleted schedules that no longer have items or executions, except those that another transaction has
 * locked. Call it in a transaction.
 */
export async function deleteDeletedSchedules(tx: Queryable, { after, limit }: IdPass): Promise<PassedRows> {
  const rows = await tx.execute<{ id: string; old: boolean }>(sql`
    select id, ${isDayOld(sql`deleted_at`)} as old from ${schedules}
    where ${deletedId} > ${after} order by ${deletedId} limit ${limit}`);
  const last = lastOf(rows, limit);
  const old = rows.filter((row) => row.old).map(({ id }) => Number(id));
  const deleted = await deleteUnused(tx, old, {
    from: sql`${schedules} s`,
    id: sql`s.id`,
    isUnused,
    remove: (condition) => sql`
      with gone as (delete from ${schedules} s where ${condition} returning s.id),
      totals as (delete from ${executionTotals} where ${isSelected(sql`schedule_id`, sql`select id from gone`)})
      select id from gone`,
  });
  return { deleted, last };
}
