import { type CaptureSettings, captureSettingNames, captureSettingTable } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Queryable } from '../../client.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { preparedQuery } from '../prepared-statement.ts';
import { tableColumns } from '../table-columns.ts';
import { addSizes, bytesOfItem, type ItemBytes, itemByteLimit } from './item-sizes.ts';
import type { ItemRow } from './items.ts';

const itemColumns = tableColumns(scheduleItems);
const list = (of: (name: (typeof captureSettingNames)[number]) => ReturnType<typeof sql>) =>
  sql.join(captureSettingNames.map(of), sql`, `);

type Values = {
  accountId: number;
  scheduleId: number;
  items: string;
  count: number;
  maxItems: number;
  maxBytes: number | null;
};
/** An item to insert. The item's tags must be in their stored form. */
export type NewItem = { settings: CaptureSettings; explicit: string[] | null; tags: string[] };
export type InsertedItems = ItemBytes & { existing: number; rows: ItemRow[] };

/**
 * One statement for any number of items, which are passed as a single JSON value. If items were added, the second row of the
 * result is the first item.
 */
const insertAll = preparedQuery<Values, InsertedItems>(
  'insert_items',
  (value) => sql`
    with present as (
      select (
          select count(*)::integer from ${scheduleItems}
          where schedule_id = ${value('scheduleId')}::bigint and account_id = ${value('accountId')}::bigint and removed_at is null
        ) as items,
        coalesce((select position from ${scheduleItems} where schedule_id = ${value('scheduleId')}::bigint order by position desc limit 1), -1) as last
    ), added as (
      insert into ${scheduleItems} (account_id, schedule_id, position, bytes, explicit, tags, ${list((name) => sql`${sql.identifier(toSnakeCase(name))}`)})
      select ${value('accountId')}::bigint, ${value('scheduleId')}::bigint, present.last + sent.position, sent.bytes, sent.explicit, sent.tags,
        ${list((name) => sql`sent.${sql.identifier(name)}`)}
      from present, json_to_recordset(${value('items')}::json) as sent (position integer, bytes integer, explicit text[], tags text[],
        ${list((name) => sql`${sql.identifier(name)} ${sql.raw(captureSettingTable[name].column)}`)})
      where present.items + ${value('count')}::integer <= ${value('maxItems')}::integer and exists (
        select from ${schedules} where id = ${value('scheduleId')}::bigint and account_id = ${value('accountId')}::bigint)
      returning *
    ), sized as (${addSizes(sql`added`)})
    select present.items, coalesce((select bytes from sized), 0), ${itemByteLimit(sql`${value('accountId')}::bigint`, value('maxBytes'))},
      ${itemColumns.of(sql`added`)}
    from present left join added on true order by added.position`,
  (rows) => ({
    existing: rows[0]![0] as number,
    bytes: Number(rows[0]![1]),
    limit: rows[0]![2] === null ? null : Number(rows[0]![2]),
    rows: rows.filter((row) => row[3] !== null).map((row) => itemColumns.read(row, 3)),
  }),
);

/**
 * Appends items in the given order, unless the schedule would then have more than `maxItems` items; in that case, `rows` is
 * empty. `existing` is the number of items before the call, and `bytes` the total size of the account's items after the
 * call: if it exceeds `limit`, the caller rolls back the transaction. The schedule must be locked, so that no other
 * request uses the same positions.
 * @param maxBytes the limit for accounts without their own limit; null for unlimited
 */
export async function insertItems(
  tx: Queryable,
  owner: { accountId: number; scheduleId: number },
  { items, maxItems, maxBytes }: { items: NewItem[]; maxItems: number; maxBytes: number | null },
): Promise<InsertedItems> {
  const rows = items.map(({ settings, explicit, tags }, index) => ({
    position: index + 1,
    bytes: bytesOfItem(settings, { comparison: null, tags }),
    explicit,
    tags,
    ...settings,
  }));
  return insertAll(tx, { ...owner, items: JSON.stringify(rows), count: items.length, maxItems, maxBytes });
}
