import type { ScreenshotSource, WalletReferenceType } from '@shotclock/contracts';
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { reference } from './columns.ts';

/** A day has 144 slots of ten minutes. */
export const slotMs = 600_000;
export const slotsOfDay = 144;

/**
 * How many records of a feed fall into each ten minutes, a UTC day a row: `slots[1]` counts 00:00 to 00:09, `total` is
 * their sum. Changed in the transaction that adds or deletes a record, so that totals are exact and pages are found without counting.
 */
const countColumns = () => ({
  accountId: reference()
    .notNull()
    .references(() => accounts.id),
  day: date({ mode: 'string' }).notNull(),
  slots: integer().array().notNull(),
  total: integer().notNull(),
});

/** Finished captures, by the moment they finished. */
export const activityCounts = pgTable(
  'activity_counts',
  { ...countColumns(), source: text().$type<ScreenshotSource>().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.source, table.day] })],
);

/** Entries of the ledger, by the moment they were made. */
export const walletEntryCounts = pgTable(
  'wallet_entry_counts',
  { ...countColumns(), referenceType: text().$type<WalletReferenceType>().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.referenceType, table.day] })],
);
