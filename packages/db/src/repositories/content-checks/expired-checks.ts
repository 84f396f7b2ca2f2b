import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { type IdPass, lastOf, type PassedRows } from '../id-pass.ts';
import { markObjectsSuspect } from '../objects/objects.ts';

/**
 * Reads the next checks and deletes those that completed more than `days` days ago and whose captures are deleted, except
 * checks that another transaction has locked. The last successful check of a series is kept with its subject, which is
 * the baseline of the next check, until its item is removed. A trigger subtracts the deleted checks from the counts. Call
 * it in a transaction.
 */
export async function deleteExpiredChecks(
  tx: Queryable,
  { after, limit, days }: IdPass & { days: number },
): Promise<PassedRows> {
  const rows = await tx.execute<{ id: string; expired: boolean; young: boolean }>(sql`
    select id, created_at > now() - make_interval(hours => 24 * ${days}::integer) as young,
      coalesce(completed_at < now() - make_interval(hours => 24 * ${days}::integer), false) and screenshot_id is null and (
        subject is null or (select removed_at < now() - interval '24 hours' from ${scheduleItems} i where i.id = item_id) is true
      ) as expired
    from (select * from ${contentChecks} where id > ${after} order by id limit ${limit}) part order by id`);
  // Checks with higher IDs are newer.
  const last = rows.every(({ young }) => young) ? null : lastOf(rows, limit);
  const expired = rows.filter((row) => row.expired).map(({ id }) => Number(id));
  if (expired.length === 0) return { deleted: 0, last };
  const locked = await tx.execute<{ id: string }>(sql`
    select id from ${contentChecks} where ${hasOneOfIds(sql`id`, expired)} for update skip locked`);
  const ids = locked.map(({ id }) => Number(id));
  if (ids.length === 0) return { deleted: 0, last };
  const deleted = await tx.execute<{ subject: string | null }>(sql`
    delete from ${contentChecks} where ${hasOneOfIds(sql`id`, ids)} returning subject`);
  await markObjectsSuspect(tx, [...new Set(deleted.flatMap(({ subject }) => subject ?? []))]);
  return { deleted: deleted.length, last };
}
