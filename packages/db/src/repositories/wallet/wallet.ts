// The ledger is a chain: the `balance_before` of each entry is the `balance_after` of the previous one, and the wallet
// holds the last balance. The lock on the wallet's row serializes the entries of an account. Postgres adds the amounts as
// `numeric`.
import type { WalletReferenceType } from '@shotclock/contracts';
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { walletEntries, wallets } from '../../schema/wallet.ts';
import { appendEntryFacts } from '../facts/append-facts.ts';

type Account = { accountId: number };

export type WalletRow = typeof wallets.$inferSelect;
export type WalletEntryRow = typeof walletEntries.$inferSelect;
export type NewWalletEntry = {
  transactionType: 'DEBIT' | 'CREDIT';
  referenceType: WalletReferenceType;
  /** A reference has at most one debit and one credit. */
  referenceId: string;
  /** A number of credits above 0, with at most four decimal places. */
  amount: number;
  description: string;
};

/** In credits. */
const openingBalance = 1_000;

/** Locks the wallet of an account until the transaction ends. Creates the wallet if the account has none. */
export async function lockWallet(tx: Queryable, account: Account): Promise<WalletRow> {
  const { accountId } = account;
  const ofAccount = tx.select().from(wallets).where(eq(wallets.accountId, accountId)).for('update');
  const [wallet] = await ofAccount;
  if (wallet) return wallet;
  const opened = await tx.insert(wallets).values({ accountId, balance: 0 }).onConflictDoNothing().returning();
  const [locked] = await ofAccount;
  if (opened.length === 0) return locked!;
  await appendWalletEntries(tx, account, [
    {
      transactionType: 'CREDIT',
      referenceType: 'OPENING',
      referenceId: String(accountId),
      amount: openingBalance,
      description: 'Opening balance',
    },
  ]);
  return (await ofAccount)[0]!;
}

export async function findWallet(db: Queryable, { accountId }: Account): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(wallets).where(eq(wallets.accountId, accountId));
  return row;
}

/** How many times the balance of the locked wallet covers `price`, which must be above 0. */
export async function countAffordable(tx: Queryable, { accountId }: Account, price: number): Promise<number> {
  const [row] = await tx
    .select({ times: sql<string>`floor(${wallets.balance} / ${price}::numeric)` })
    .from(wallets)
    .where(eq(wallets.accountId, accountId));
  return Number(row!.times);
}

/** Whether the locked wallet's balance plus `amount` is at most `max`. */
export async function hasRoomFor(
  tx: Queryable,
  { accountId }: Account,
  { amount, max }: { amount: number; max: number },
): Promise<boolean> {
  const [row] = await tx
    .select({ fits: sql<boolean>`${wallets.balance} + ${amount}::numeric <= ${max}::numeric` })
    .from(wallets)
    .where(eq(wallets.accountId, accountId));
  return row!.fits;
}

/**
 * The common table expressions that append entries, update the balance and append the facts of the entries. `entries` contains the new
 * entries. The wallet must be locked.
 * @param given selects "transactionType", "referenceType", "referenceId", amount, description and place, which defines the order
 */
export const appendEntries = (accountId: number, given: SQL): SQL => sql`
    given as (
      select *, case "transactionType" when 'CREDIT' then amount else -amount end as change from (${given}) given
    ), wallet as materialized (
      -- The times of entries never decrease, also after the clock was set back.
      select balance, greatest(clock_timestamp(), updated_at) as moment from ${wallets} where account_id = ${accountId}
    ), chain as (
      select given.*, moment, balance + sum(change) over (order by place) as balance_after from given cross join wallet
    ), entries as (
      insert into ${walletEntries} (account_id, transaction_type, reference_type, reference_id, amount, balance_before,
        balance_after, status, description, created_at)
      select ${accountId}::bigint, "transactionType", "referenceType", "referenceId", amount, balance_after - change,
        balance_after, 'SUCCESS', description, moment
      from chain order by place
      returning id, account_id, reference_type, balance_after, created_at
    ), moved as (
      update ${wallets} set balance = last.balance_after, updated_at = last.created_at
      from (select balance_after, created_at from entries order by id desc limit 1) as last where account_id = ${accountId}
    ), counted as (
      ${appendEntryFacts}
    )`;

/**
 * Appends entries in the given order, with their facts, and updates the balance. The wallet must be locked with `lockWallet`.
 * Rejects if the balance would become negative, or if a reference already has an entry of the same type.
 */
export async function appendWalletEntries(
  tx: Queryable,
  { accountId }: Account,
  entries: NewWalletEntry[],
): Promise<WalletEntryRow[]> {
  if (entries.length === 0) return [];
  const given = sql`
    select * from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (
      "transactionType" text, "referenceType" text, "referenceId" text, amount numeric, description text
    )) with ordinality as given("transactionType", "referenceType", "referenceId", amount, description, place)`;
  const appended = await tx.execute<{ id: string }>(
    sql`with ${appendEntries(accountId, given)} select id from entries order by id`,
  );
  const ids = appended.map((row) => Number(row.id));
  return tx.select().from(walletEntries).where(inArray(walletEntries.id, ids)).orderBy(asc(walletEntries.id));
}
