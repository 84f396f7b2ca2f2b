import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { itemDays, itemDaysProgress } from '../../schema/item-days.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { progressRow } from './progress.ts';

/** The advisory lock that protects the counts. Screenshot deletions take the lock in shared mode (migration 0024). */
const countLock = 746_825_627;
/** How long after the end of a day a transaction may still add captures to that day. */
const settledAfter = sql`interval '1 hour'`;

/** The first day since a given time that has a capture, found with each account's index; null if there is none. */
const dayOfFirst = (since: SQL): SQL => sql`(
  select min(first.captured_at at time zone 'UTC')::date
  from accounts a cross join lateral (
    select captured_at from ${screenshots} s
    where s.account_id = a.id and captured_at >= ${since} order by captured_at, s.id limit 1
  ) first)`;
/** The first day that cannot be counted yet, because captures may still be added to it. */
const firstOpenDay = sql`((now() - ${settledAfter}) at time zone 'UTC')::date`;

/**
 * Counts the captures of the next items on the oldest uncounted day, or moves on to the next day that has captures. The
 * day after a day with captures is counted as well, because a check may complete after midnight. Call it in a
 * transaction.
 * @param limit maximum number of items
 * @returns false if all completed days are counted, or while another process counts or screenshots are being deleted
 */
export async function countItemDays(tx: Queryable, limit: number): Promise<boolean> {
  // This is a separate statement, so that the next statements see earlier deletions.
  const [lock] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${countLock}) as locked`.inlineParams(),
  );
  if (!lock!.locked) return false;
  await tx.execute(
    sql`
    update ${itemDaysProgress} set day = ${dayOfFirst(sql`'-infinity'`)} where day is null`.inlineParams(),
  );
  // Lock the row, so that a migration that resets the progress takes effect after this count.
  const [row] = await tx.execute<{ day: string | null; items: number; last: string | null }>(
    sql`
    with ended as (
      select day, item_id from ${itemDaysProgress} where day < ${firstOpenDay} limit 1 for update
    ),
    items as (
      select i.id, i.account_id, ended.day from ended cross join lateral (
        select id, account_id from ${scheduleItems} i
        where i.id > ended.item_id order by i.id limit ${limit}
      ) i
    ),
    counted as (
      insert into ${itemDays} (item_id, account_id, day, slots, captures, failures, changes)
      select i.id, i.account_id, i.day, c.slots, c.captures, c.failures, c.changes
      from items i cross join lateral item_day_counts(i.id, i.day) c
      on conflict (item_id, day) do update set
        slots = excluded.slots, captures = excluded.captures, failures = excluded.failures, changes = excluded.changes
    )
    select ended.day::text as day, (select count(*) from items)::int as items, (select max(id) from items) as last
    from (select) always left join ended on true`.inlineParams(),
  );
  const { day, items, last } = row!;
  if (day === null) return false;
  await tx.execute(
    (items < limit
      ? sql`
        with next as materialized (
          select least(${firstOpenDay}, greatest(day + 1, coalesce(${dayOfFirst(sql`day::timestamp at time zone 'UTC'`)}, 'infinity'))) as day
          from ${progressRow} p
        )
        update ${itemDaysProgress} set item_id = 0, day = (select day from next)`
      : sql`update ${itemDaysProgress} set item_id = ${Number(last)}`
    ).inlineParams(),
  );
  return true;
}
