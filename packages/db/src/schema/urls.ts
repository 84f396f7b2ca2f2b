import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, reference } from './columns.ts';

/**
 * The different URLs of an account's captures, checks and items, for filters by a part of the URL. The scheduler adds URLs
 * outside of the transactions that use them, and later deletes those that are no longer used. ADR 42.
 */
export const urls = pgTable(
  'urls',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    url: text().notNull(),
  },
  (table) => [
    // An index entry cannot hold a long URL, so the index contains its hash.
    uniqueIndex('urls_once').on(table.accountId, sql`md5(${table.url})`),
    // The function is in migration 0040. A search reads all entries that were not yet merged into the index, so there can
    // only be few of them (512 kB).
    index('urls_grams')
      .using('gin', sql`url_grams(${table.accountId}, ${table.url})`)
      .with({ gin_pending_list_limit: 512 }),
  ],
);

const progress = () => bigint({ mode: 'number' }).notNull().default(0);

/** A single row: `urls` contains the URLs of each table's records up to these IDs. */
export const urlsProgress = pgTable('urls_progress', {
  one: boolean().primaryKey().default(true),
  screenshots: progress(),
  contentChecks: progress(),
  scheduleItems: progress(),
});
