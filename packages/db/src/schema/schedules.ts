import {
  type CaptureOptions,
  defaultComparison,
  type ItemDefaults,
  type PauseReason,
  type Policy,
  type Schedule,
  type Timing,
} from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { captureSettingColumns } from './capture-setting-columns.ts';
import { id, instant, reference } from './columns.ts';
import { comparisonColumn } from './comparison-column.ts';

/** Sorted and without duplicates. */
const tagsColumn = () => text().array().notNull().default([]);

export const schedules = pgTable(
  'schedules',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    description: text(),
    status: text().$type<Schedule['status']>().notNull(),
    type: text().$type<Timing['type']>().notNull(),
    firstRunAt: instant(),
    intervalValue: integer(),
    intervalUnit: text().$type<NonNullable<Timing['intervalUnit']>>(),
    cronExpression: text(),
    timezone: text().notNull(),
    missedRuns: text().$type<Policy['missedRuns']>().notNull(),
    startingDeadlineSeconds: integer(),
    overlap: text().$type<Policy['overlap']>().notNull(),
    endsAt: instant(),
    maxRuns: integer(),
    jitterSeconds: integer().notNull(),
    autoPauseAfterFailures: integer(),
    retentionDays: integer(),
    /**
     * A lower bound on the time of the schedule's oldest finished capture. Retention uses it to find expired captures and
     * moves it forward.
     */
    capturesSince: instant().notNull().defaultNow(),
    detectChanges: boolean().notNull().default(false),
    comparison: comparisonColumn(defaultComparison).notNull().default(defaultComparison),
    /** The options for all items, except where an item has its own value; null if there are none. */
    options: jsonb().$type<CaptureOptions>(),
    /** The values of settings that items do not set themselves; null if there are none. */
    defaults: jsonb().$type<ItemDefaults>(),
    tags: tagsColumn(),
    /** Number of scheduled runs so far, limited by `max_runs`. */
    runs: integer().notNull().default(0),
    /** Number of consecutive failed scheduled runs, limited by `auto_pause_after_failures`. */
    failuresInARow: integer().notNull().default(0),
    /** `next_run_at` is null while the schedule is paused. */
    pausedAt: instant(),
    pauseReason: text().$type<PauseReason>(),
    /** The next time on the grid, plus the jitter. */
    nextRunAt: instant(),
    lastRunAt: instant(),
    deletedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('schedules_due').on(table.nextRunAt).where(sql`${table.nextRunAt} is not null`),
    index('schedules_of_account')
      .on(table.accountId, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
    // For events from processes that run the previous version. Remove it in the next release.
    index('schedules_changed').on(table.accountId, table.updatedAt),
    index('schedules_tagged').using('gin', table.tags).where(sql`${table.tags} <> '{}'`),
    index('schedules_retention').on(table.retentionDays, table.capturesSince),
    // Lets housekeeping find deleted schedules. No other index supports the expression, which has no statistics. ADR 66.
    index('schedules_deleted')
      .on(sql`(case when ${table.deletedAt} is not null then ${table.id} end)`)
      .where(sql`(case when ${table.deletedAt} is not null then ${table.id} end) is not null`),
  ],
);

export const scheduleItems = pgTable(
  'schedule_items',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    scheduleId: reference()
      .notNull()
      .references(() => schedules.id),
    position: integer().notNull(),
    ...captureSettingColumns(),
    /**
     * Names of settings that the item sets explicitly even though they equal the default, such as `fullPage: false`;
     * null if there are none.
     */
    explicit: text().array(),
    /** Length of the settings as JSON. 0 for items that were added before migration 0030. */
    bytes: integer().notNull().default(0),
    /** The comparison settings that override the schedule's settings; null if none. */
    comparison: jsonb().$type<Partial<Policy['comparison']>>(),
    tags: tagsColumn(),
    removedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('schedule_items_position').on(table.scheduleId, table.position),
    // The current items in a schedule: removed items remain while records refer to them. Among indexes that look
    // equally good, the planner prefers the newest one, which after a restore is the last by name.
    index('schedule_items_present')
      .on(table.scheduleId, table.position)
      .where(sql`${table.removedAt} is null`),
    // Many accounts can use the same tag. The planner combines the two indexes or uses the one that selects fewer rows.
    index('schedule_items_tagged').using('gin', table.tags).where(sql`${table.tags} <> '{}'`),
    index('schedule_items_tagged_of_account').on(table.accountId).where(sql`${table.tags} <> '{}'`),
    // The list of an account's current items.
    index('schedule_items_of_account')
      .on(table.accountId, table.createdAt, table.id)
      .where(sql`${table.removedAt} is null`),
    // An index entry cannot hold a long URL, so the index contains its hash.
    index('schedule_items_of_url').on(table.accountId, sql`md5(${table.url})`),
    // Like `schedules_deleted`.
    index('schedule_items_removed')
      .on(sql`(case when ${table.removedAt} is not null then ${table.id} end)`)
      .where(sql`(case when ${table.removedAt} is not null then ${table.id} end) is not null`),
  ],
);

/**
 * The size of an account's items in bytes, including removed items until their rows are deleted. Statements that add, change or
 * delete items update the row, whose lock keeps concurrent requests within the limit. ADR 67.
 */
export const itemSizes = pgTable('item_sizes', {
  accountId: reference()
    .primaryKey()
    .references(() => accounts.id),
  bytes: bigint({ mode: 'number' }).notNull(),
});
