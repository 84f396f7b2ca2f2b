import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { itemDays } from '../../schema/item-days.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { timeLapses } from '../../schema/time-lapses.ts';
import { deleteUnused } from '../delete-unused.ts';
import { hasOneOfIds, isSelected } from '../has-one-of.ts';
import { type IdPass, lastOf, type PassedRows } from '../id-pass.ts';
import { deletedId, isDayOld } from './deleted-schedules.ts';
import { addSizes } from './item-sizes.ts';

/** The ID of a removed item. Only the `schedule_items_removed` index contains this expression. */
const removedId = sql.raw('(case when removed_at is not null then id end)');

/**
 * The condition that an item `i` is removed and unreferenced. Each subquery reads one index entry; without the specified
 * order, the planner might search the table instead.
 */
const isUnused: SQL = sql`
  i.removed_at is not null
  and (select true from ${screenshots} s where s.item_id = i.id order by s.captured_at limit 1) is null
  and (select true from ${contentChecks} c where c.item_id = i.id order by c.created_at, c.id limit 1) is null
  and (select true from ${timeLapses} t where t.item_id = i.id order by t.created_at, t.id limit 1) is null`;

/**
 * Deletes the next removed items that are unreferenced, except those that another transaction has locked. Call it in a
 * transaction.
 */
export async function deleteRemovedItems(tx: Queryable, { after, limit }: IdPass): Promise<PassedRows> {
  const rows = await tx.execute<{ id: string; old: boolean }>(sql`
    select id, ${isDayOld(sql`removed_at`)} as old from ${scheduleItems}
    where ${removedId} > ${after} order by ${removedId} limit ${limit}`);
  const last = lastOf(rows, limit);
  const old = rows.filter((row) => row.old).map(({ id }) => Number(id));
  const deleted = await deleteUnused(tx, old, {
    from: sql`${scheduleItems} i`,
    id: sql`i.id`,
    isUnused,
    remove: (condition) => sql`
      with gone as (delete from ${scheduleItems} i where ${condition} returning i.id, i.account_id, i.bytes),
      sizes as (${addSizes(sql`(select account_id, -bytes as bytes from gone where bytes > 0)`)}),
      days as (delete from ${itemDays} where ${isSelected(sql`item_id`, sql`select id from gone`)})
      select id from gone`,
  });
  return { deleted, last };
}

/** Marks the items of the next deleted schedules as removed at the time of the deletion. Call it in a transaction. */
export async function removeItemsOfDeletedSchedules(
  tx: Queryable,
  { after, limit }: IdPass,
): Promise<PassedRows> {
  const rows = await tx.execute<{ id: string; item: string | null }>(sql`
    select d.id, i.id as item
    from (
      select ${deletedId} as id from ${schedules} where ${deletedId} > ${after} order by ${deletedId} limit ${limit}
    ) d
    left join lateral (
      select id from ${scheduleItems} where schedule_id = d.id and removed_at is null order by position limit ${limit}
    ) i on true
    order by d.id limit ${limit}`);
  const items = rows.flatMap(({ item }) => (item === null ? [] : [Number(item)]));
  const end = rows.at(-1);
  // The last schedule may have more items.
  const last = rows.length < limit || !end ? null : Number(end.id) - (end.item === null ? 0 : 1);
  if (items.length === 0) return { deleted: 0, last };
  const locked = sql`select id from ${scheduleItems} where ${hasOneOfIds(sql`id`, items)} for no key update skip locked`;
  const removed = await tx.execute(sql`
    update ${scheduleItems} i set removed_at = (select deleted_at from ${schedules} s where s.id = i.schedule_id)
    where ${isSelected(sql`i.id`, locked)} returning true as removed`);
  return { deleted: removed.length, last };
}
