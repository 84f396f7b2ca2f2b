import { bigint, date, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { reference } from './columns.ts';

/** A day has 144 slots of ten minutes. */
export const slotMs = 600_000;
export const slotsOfDay = 144;

/**
 * The number of records per counter and ten minutes, with one row per UTC day: `slots[1]` counts 00:00 to 00:09, and
 * `total` is the sum. To get current numbers, add the uncounted facts (facts.ts). ADR 80.
 */
export const counts = pgTable(
  'counts',
  {
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    /** Which records are counted: those of a list and of one kind (`counters` in repositories/facts). */
    counter: smallint().notNull(),
    day: date({ mode: 'string' }).notNull(),
    slots: integer().array().notNull(),
    total: integer().notNull(),
    /** A second daily sum: the stored bytes for finished captures, and the number of created ones for screenshots. */
    amount: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.counter, table.day] })],
);
