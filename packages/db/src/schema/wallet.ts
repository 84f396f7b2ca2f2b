import type { ContentChangeActivity } from '@shotclock/contracts';
import { index, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, reference } from './columns.ts';

const credits = () => numeric({ precision: 20, scale: 4, mode: 'number' });

/** The ledger: append-only, at most one debit and one credit for a reference. */
export const walletEntries = pgTable(
  'wallet_entries',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    transactionType: text().$type<ContentChangeActivity['transactionType']>().notNull(),
    referenceType: text().$type<ContentChangeActivity['referenceType'] | 'TOP_UP'>().notNull(),
    referenceId: text().notNull(),
    amount: credits().notNull(),
    balanceBefore: credits().notNull(),
    balanceAfter: credits().notNull(),
    status: text().notNull(),
    description: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('wallet_entries_once').on(
      table.accountId,
      table.referenceType,
      table.referenceId,
      table.transactionType,
    ),
    index('wallet_entries_activity').on(table.accountId, table.referenceType, table.createdAt, table.id),
  ],
);
