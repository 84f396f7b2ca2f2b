import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    name: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** No finished manual capture of the account is older. Retention moves it forward, as in `schedules`. */
    manualCapturesSince: instant().notNull().defaultNow(),
  },
  (table) => [index('accounts_retention').on(table.manualCapturesSince)],
);

/** The account of all requests while there is no authentication. Migration 0001 creates it. */
export const defaultAccountId = 1;
