import type { ScreenshotSource, WalletReferenceType } from '@shotclock/contracts';
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { reference } from './columns.ts';

/** A day has 144 slots of ten minutes. */
export const slotMs = 600_000;
export const slotsOfDay = 144;

/**
 * The number of records of a feed in each ten minutes, one row per UTC day: `slots[1]` is the number from 00:00 to 00:09, `total` the
 * sum. The transaction that adds or deletes a record also changes its count, so totals are exact and pages are found without
 * counting records.
 */
const countColumns = () => ({
  accountId: reference()
    .notNull()
    .references(() => accounts.id),
  day: date({ mode: 'string' }).notNull(),
  slots: integer().array().notNull(),
  total: integer().notNull(),
});

/** Finished captures, by the time they finished. */
export const activityCounts = pgTable(
  'activity_counts',
  { ...countColumns(), source: text().$type<ScreenshotSource>().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.source, table.day] })],
);

/** Ledger entries, by the time they were created. */
export const walletEntryCounts = pgTable(
  'wallet_entry_counts',
  { ...countColumns(), referenceType: text().$type<WalletReferenceType>().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.referenceType, table.day] })],
);
