import { type CaptureSettings, captureSettingNames, captureSettingTable } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Queryable } from '../../client.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { preparedQuery } from '../prepared-statement.ts';
import { tableColumns } from '../table-columns.ts';
import type { ItemRow } from './items.ts';

const itemColumns = tableColumns(scheduleItems);
const list = (of: (name: (typeof captureSettingNames)[number]) => ReturnType<typeof sql>) =>
  sql.join(captureSettingNames.map(of), sql`, `);

type Values = { accountId: number; scheduleId: number; items: string; count: number; most: number };

/** One statement for any number of items, which are one JSON value. Its second row is the first item, if any was added. */
const insertAll = preparedQuery<Values, { existing: number; rows: ItemRow[] }>(
  'insert_items',
  (value) => sql`
    with present as (
      select (
          select count(*)::integer from ${scheduleItems}
          where schedule_id = ${value('scheduleId')}::bigint and account_id = ${value('accountId')}::bigint and removed_at is null
        ) as items,
        coalesce((select position from ${scheduleItems} where schedule_id = ${value('scheduleId')}::bigint order by position desc limit 1), -1) as last
    ), added as (
      insert into ${scheduleItems} (account_id, schedule_id, position, ${list((name) => sql`${sql.identifier(toSnakeCase(name))}`)})
      select ${value('accountId')}::bigint, ${value('scheduleId')}::bigint, present.last + sent.position,
        ${list((name) => sql`sent.${sql.identifier(name)}`)}
      from present, json_to_recordset(${value('items')}::json) as sent (position integer,
        ${list((name) => sql`${sql.identifier(name)} ${sql.raw(captureSettingTable[name].column)}`)})
      where present.items + ${value('count')}::integer <= ${value('most')}::integer and exists (
        select from ${schedules} where id = ${value('scheduleId')}::bigint and account_id = ${value('accountId')}::bigint)
      returning *
    )
    select present.items, ${itemColumns.of(sql`added`)} from present left join added on true order by added.position`,
  (rows) => ({
    existing: rows[0]![0] as number,
    rows: rows.filter((row) => row[1] !== null).map((row) => itemColumns.read(row, 1)),
  }),
);

/**
 * Appends items in the given order, unless the schedule then had more than `most` items: `rows` is empty in this case. `existing` is the
 * number of items before. The schedule must be locked, so that no other request takes the same positions.
 */
export async function insertItems(
  tx: Queryable,
  owner: { accountId: number; scheduleId: number },
  { settings, most }: { settings: CaptureSettings[]; most: number },
): Promise<{ existing: number; rows: ItemRow[] }> {
  const items = JSON.stringify(settings.map((one, index) => ({ position: index + 1, ...one })));
  return insertAll(tx, { ...owner, items, count: settings.length, most });
}
