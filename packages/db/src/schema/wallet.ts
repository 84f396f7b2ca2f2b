import type { ContentChangeActivity, WalletReferenceType } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { credits, id, instant, reference } from './columns.ts';

/** The balance after the last ledger entry. The lock on this row serializes the ledger entries of an account. */
export const wallets = pgTable(
  'wallets',
  {
    accountId: reference()
      .primaryKey()
      .references(() => accounts.id),
    balance: credits().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [check('wallets_never_negative', sql`${table.balance} >= 0`)],
);

/**
 * The ledger. The table is append-only (enforced by a trigger in migration 0003) and has at most one debit and one credit
 * per reference.
 */
export const walletEntries = pgTable(
  'wallet_entries',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    transactionType: text().$type<ContentChangeActivity['transactionType']>().notNull(),
    referenceType: text().$type<WalletReferenceType>().notNull(),
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
    index('wallet_entries_of_account').on(table.accountId, table.createdAt, table.id),
    check('wallet_entries_amount', sql`${table.amount} > 0 and ${table.balanceAfter} >= 0`),
    check(
      'wallet_entries_arithmetic',
      sql`${table.balanceAfter} = ${table.balanceBefore} + case ${table.transactionType} when 'CREDIT' then ${table.amount} else -${table.amount} end`,
    ),
  ],
);
