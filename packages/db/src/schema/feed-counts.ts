import type { ScreenshotSource, WalletReferenceType } from '@shotclock/contracts';
import { bigint, date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { reference } from './columns.ts';

/** A day has 144 slots of ten minutes. */
export const slotMs = 600_000;
export const slotsOfDay = 144;

/**
 * The number of records of a list in each ten minutes, one row per UTC day: `slots[1]` is the number from 00:00 to 00:09, `total` the
 * sum. The transaction that adds or deletes a record appends a row to the changes of the list. The scheduler adds the changes to
 * these rows and deletes them, in one transaction. So the exact numbers are the sum of both tables in one snapshot. ADR 8.
 */
const countColumns = () => ({
  accountId: reference()
    .notNull()
    .references(() => accounts.id),
  day: date({ mode: 'string' }).notNull(),
  slots: integer().array().notNull(),
  total: integer().notNull(),
});

/**
 * Changes that are not yet part of the counts. Rows are only inserted and deleted, and have no foreign key, so that transactions of
 * an account never wait for each other here.
 */
const changeColumns = () => ({
  accountId: reference().notNull(),
  id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  day: date({ mode: 'string' }).notNull(),
  /** The slot of the day, starting at 0. */
  slot: smallint().notNull(),
  /** How many records were added (above 0) or deleted (below 0). */
  change: integer().notNull(),
});

const started = () => integer().notNull().default(0);
const bytes = () => bigint({ mode: 'number' }).notNull().default(0);

/**
 * All screenshots, by the time they were created. Triggers of migration 0011 append the changes, as for checks and executions. `started`
 * is the number of screenshots that were created, the deleted ones included: the captures of a day, which have a limit (ADR 48).
 */
export const screenshotCounts = pgTable(
  'screenshot_counts',
  { ...countColumns(), source: text().$type<ScreenshotSource>().notNull(), started: started() },
  (table) => [primaryKey({ columns: [table.accountId, table.source, table.day] })],
);

export const screenshotCountChanges = pgTable(
  'screenshot_count_changes',
  { ...changeColumns(), source: text().$type<ScreenshotSource>().notNull(), started: started() },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Content-change checks, by the time they were created. */
export const contentCheckCounts = pgTable('content_check_counts', countColumns(), (table) => [
  primaryKey({ columns: [table.accountId, table.day] }),
]);

export const contentCheckCountChanges = pgTable('content_check_count_changes', changeColumns(), (table) => [
  primaryKey({ columns: [table.accountId, table.id] }),
]);

/** Executions, by the time they were created. */
export const executionCounts = pgTable('execution_counts', countColumns(), (table) => [
  primaryKey({ columns: [table.accountId, table.day] }),
]);

export const executionCountChanges = pgTable('execution_count_changes', changeColumns(), (table) => [
  primaryKey({ columns: [table.accountId, table.id] }),
]);

/** Finished captures, by the time they finished. `bytes` is the size of their artifacts. */
export const activityCounts = pgTable(
  'activity_counts',
  { ...countColumns(), source: text().$type<ScreenshotSource>().notNull(), bytes: bytes() },
  (table) => [primaryKey({ columns: [table.accountId, table.source, table.day] })],
);

export const activityCountChanges = pgTable(
  'activity_count_changes',
  { ...changeColumns(), source: text().$type<ScreenshotSource>().notNull(), bytes: bytes() },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Ledger entries, by the time they were created. */
export const walletEntryCounts = pgTable(
  'wallet_entry_counts',
  { ...countColumns(), referenceType: text().$type<WalletReferenceType>().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.referenceType, table.day] })],
);

export const walletEntryCountChanges = pgTable(
  'wallet_entry_count_changes',
  { ...changeColumns(), referenceType: text().$type<WalletReferenceType>().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);
