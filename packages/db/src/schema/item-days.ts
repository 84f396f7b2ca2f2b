import { type SQL, sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { reference } from './columns.ts';

/** A UTC day has 96 slots of 15 minutes each, because the offset of every time zone is a multiple of 15 minutes. */
export const quarterMs = 900_000;
export const quartersOfDay = 96;

/** The sum of a counts column. */
const sumOf = (name: 'captures' | 'failures' | 'changes') =>
  integer()
    .notNull()
    .generatedAlwaysAs((): SQL => sql.raw(`sum_of_counts(${name})`));

/**
 * The finished captures of an item on a completed UTC day, and the changes that its checks found. The arrays have an
 * element for each slot with captures or changes, and the totals are their sums (computed by a function in migration
 * 0021). The scheduler adds a row for each item and day, and a trigger (migration 0024) recounts it when screenshots are
 * deleted. ADR 54.
 */
export const itemDays = pgTable(
  'item_days',
  {
    itemId: reference().notNull(),
    accountId: reference().notNull(),
    day: date({ mode: 'string' }).notNull(),
    slots: smallint().array().notNull(),
    captures: integer().array().notNull(),
    failures: integer().array().notNull(),
    changes: integer().array().notNull(),
    totalCaptures: sumOf('captures'),
    totalFailures: sumOf('failures'),
    totalChanges: sumOf('changes'),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.day] })],
);

/** A single row. `item_days` is complete for all days before `day`, and for the items up to `item_id` on that day. */
export const itemDaysProgress = pgTable('item_days_progress', {
  one: boolean().primaryKey().default(true),
  /** Null until the first capture. */
  day: date({ mode: 'string' }),
  itemId: reference().notNull().default(0),
});
