import { itemSettingNames, type ScheduleItem } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { instantText } from '../instant-text.ts';
import { preparedQuery } from '../prepared-statement.ts';
import { tableColumns } from '../table-columns.ts';
import type { ScheduleRow } from './schedules.ts';

/** A schedule with its items as the API responds with them, in the order of their positions. */
export type ScheduleWithItems = { schedule: ScheduleRow; items: ScheduleItem[] };

const scheduleColumns = tableColumns(schedules);
/** Writing a time costs PostgreSQL as much as several other columns, so that of the last change is null while it is that of the creation. */
const columns = [
  sql`id, created_at, nullif(updated_at, created_at)`,
  ...itemSettingNames.map((name) => sql`${sql.identifier(toSnakeCase(name))}`),
];
const noItem = ['id', 'createdAt', 'updatedAt', ...itemSettingNames].map(() => sql`null`);

/**
 * Reads a schedule and all its items in one round trip and from one snapshot. The items are read into the form of the response at once,
 * because there can be many.
 */
export const findScheduleWithItems = preparedQuery<
  { accountId: number; scheduleId: number },
  ScheduleWithItems | undefined
>(
  'schedule_with_items',
  // A schedule can have 1,000 items, so its row is not repeated for each of them, and they are sorted after they are read.
  (value) => sql`
    with found as (
      select * from ${schedules}
      where id = ${value('scheduleId')}::bigint and account_id = ${value('accountId')}::bigint and deleted_at is null
    )
    select null::json as schedule, position, ${sql.join(columns, sql`, `)}
    from ${scheduleItems} where schedule_id = (select id from found) and removed_at is null
    union all
    select to_json(found), -1, ${sql.join(noItem, sql`, `)} from found`,
  (rows) => {
    // The row of the schedule has the position -1.
    const [first, ...items] = rows.toSorted((a, b) => positionOf(a) - positionOf(b));
    if (!first) return undefined;
    return {
      schedule: scheduleColumns.readJson(first[0] as Record<string, unknown>),
      items: items.map(readItem),
    };
  },
);

const positionOf = (row: readonly unknown[]) => row[1] as number;

/** The fields in the order of the response. Copying an object with all fields is faster than adding them one by one. */
const emptyItem = Object.fromEntries(
  ['id', ...itemSettingNames, 'createdAt', 'updatedAt'].map((name) => [name, null]),
);

function readItem(row: readonly unknown[]): ScheduleItem {
  const [, , id, createdAt, updatedAt] = row as [unknown, unknown, string, string, string | null];
  const item: Record<string, unknown> = { ...emptyItem };
  item.id = Number(id);
  for (let index = 0; index < itemSettingNames.length; index += 1)
    item[itemSettingNames[index]!] = row[index + 5];
  item.createdAt = instantText(createdAt);
  item.updatedAt = updatedAt === null ? item.createdAt : instantText(updatedAt);
  return item as ScheduleItem;
}
