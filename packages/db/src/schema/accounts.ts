import { pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

export const accounts = pgTable('accounts', {
  id: id(),
  name: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** The account of all requests while there is no authentication. Migration 0001 creates it. */
export const defaultAccountId = 1;
