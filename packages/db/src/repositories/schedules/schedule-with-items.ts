import { itemSettingNames, type Schedule, type ScheduleItem, type Timing } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { instantText, instantTextOrNull } from '../instant-text.ts';
import { preparedQuery } from '../prepared-statement.ts';
import { tableColumns } from '../table-columns.ts';

/**
 * PostgreSQL takes as long to format a time as to format several other columns, so the time of the last change is null if
 * it equals the creation time.
 */
const columns = [
  sql`${scheduleItems.id}, ${scheduleItems.createdAt}, nullif(${scheduleItems.updatedAt}, ${scheduleItems.createdAt})`,
  ...itemSettingNames.map((name) => sql`${scheduleItems[name]}`),
];
const noItem = ['id', 'createdAt', 'updatedAt', ...itemSettingNames].map(() => sql`null`);

/**
 * Prepares a statement that reads a schedule and all its items in one round trip and from one snapshot, in position order. The items are
 * converted directly to the response format, because there can be many.
 * @param json the schedule data for `read`, as JSON, so that its columns are not repeated for each of up to 1,000 items
 */
const scheduleWithItems = <Row>(name: string, json: SQL, read: (json: unknown) => Row) =>
  preparedQuery<
    { accountId: number; scheduleId: number },
    { schedule: Row; items: ScheduleItem[] } | undefined
  >(
    name,
    // The items of deleted schedules are not read. The items are sorted after they are read.
    (value) => sql`
      select ${json}, -1, ${sql.join(noItem, sql`, `)} from ${schedules}
      where id = ${value('scheduleId')}::bigint and account_id = ${value('accountId')}::bigint and deleted_at is null
      union all
      select null, position, ${sql.join(columns, sql`, `)} from ${scheduleItems}
      where schedule_id = ${value('scheduleId')}::bigint and account_id = ${value('accountId')}::bigint and removed_at is null`,
    (rows) => {
      // The schedule's row has position -1.
      const [first, ...items] = rows.toSorted((a, b) => positionOf(a) - positionOf(b));
      if (!first || positionOf(first) !== -1) return undefined;
      return { schedule: read(first[0]), items: items.map(readItem) };
    },
  );

const positionOf = (row: readonly unknown[]) => row[1] as number;

const { readJson } = tableColumns(schedules);
/** Finds a schedule with its items. */
export const findScheduleWithItems = scheduleWithItems(
  'schedule_with_items',
  sql`to_json(${schedules})`,
  (row) => readJson(row as Record<string, unknown>),
);

/** Finds a schedule with its items, both in the response format. */
export const findScheduleResource = scheduleWithItems(
  'schedule_resource',
  sql`json_build_object('id', id, 'name', name, 'description', description, 'status', status, 'type', type,
    'firstRunAt', first_run_at::text, 'intervalValue', interval_value, 'intervalUnit', interval_unit, 'cronExpression', cron_expression,
    'nextRunAt', next_run_at::text, 'lastRunAt', last_run_at::text, 'createdAt', created_at::text, 'updatedAt', updated_at::text)`,
  (json): Omit<Schedule, 'items'> => {
    const row = json as Omit<Schedule, 'items' | 'schedule'> & Timing;
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      status: row.status,
      schedule: {
        type: row.type,
        firstRunAt: instantTextOrNull(row.firstRunAt),
        intervalValue: row.intervalValue,
        intervalUnit: row.intervalUnit,
        cronExpression: row.cronExpression,
      },
      nextRunAt: instantTextOrNull(row.nextRunAt),
      lastRunAt: instantTextOrNull(row.lastRunAt),
      createdAt: instantText(row.createdAt),
      updatedAt: instantText(row.updatedAt),
    };
  },
);

/**
 * The fields, in the order of the response. Copying an object that has all fields is faster than adding them one by one.
 */
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
