import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, reference } from './columns.ts';
import { schedules } from './schedules.ts';

/** The feeds of changes. Like those of shares, their tokens are stored as hashes. */
export const feeds = pgTable(
  'feeds',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    /** The schedule whose changes are listed; null for all changes of the account. */
    scheduleId: reference().references(() => schedules.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, in hexadecimal digits. */
    tokenHash: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('feeds_token').on(table.tokenHash),
    index('feeds_of_account').on(table.accountId, table.createdAt, table.id),
    // Lets the deletion of a schedule find its feeds.
    index('feeds_of_schedule').on(table.scheduleId),
  ],
);
