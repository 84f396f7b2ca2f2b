import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { deleteUnused } from '../delete-unused.ts';
import { type IdPass, lastOf, type PassedRows } from '../id-pass.ts';

/**
 * The condition that an execution `e` has neither screenshots nor retries. Each subquery reads one index entry; without
 * the specified order, the planner might search the table instead.
 */
const isUnused: SQL = sql`
  (select true from ${screenshots} s where s.execution_id = e.id order by s.item_id limit 1) is null
  and (select true from ${scheduleExecutions} r where r.retry_of = e.id order by r.id limit 1) is null`;

/**
 * Reads the next executions and deletes those that ended more than `days` days ago and have neither screenshots nor
 * retries, except executions that another transaction has locked. Triggers subtract them from the counts. Call it in a
 * transaction.
 */
export async function deleteExpiredExecutions(
  tx: Queryable,
  { after, limit, days }: IdPass & { days: number },
): Promise<PassedRows> {
  const rows = await tx.execute<{ id: string; expired: boolean; young: boolean }>(sql`
    select id, coalesce(completed_at < now() - make_interval(hours => 24 * ${days}::integer), false) as expired,
      created_at > now() - make_interval(hours => 24 * ${days}::integer) as young
    from ${scheduleExecutions} where id > ${after} order by id limit ${limit}`);
  // Executions with higher IDs are newer.
  const last = rows.every(({ young }) => young) ? null : lastOf(rows, limit);
  const expired = rows.filter((row) => row.expired).map(({ id }) => Number(id));
  const deleted = await deleteUnused(tx, expired, {
    from: sql`${scheduleExecutions} e`,
    id: sql`e.id`,
    isUnused,
    remove: (condition) => sql`delete from ${scheduleExecutions} e where ${condition} returning e.id`,
  });
  return { deleted, last };
}
