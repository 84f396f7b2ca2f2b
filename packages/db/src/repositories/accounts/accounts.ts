import type { PageRequest, SortField } from '@shotclock/contracts';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { readRows } from '../page.ts';
import type { AccountLimitRow } from './account-limits.ts';

export type AccountRow = typeof accounts.$inferSelect;

export async function insertAccount(tx: Queryable, name: string): Promise<AccountRow> {
  const [row] = await tx.insert(accounts).values({ name }).returning();
  return row!;
}

export async function findAccount(
  db: Queryable,
  { accountId }: { accountId: number },
): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  return row;
}

/** Like `findAccount`, but also locks the account until the transaction ends. */
export async function lockAccount(
  tx: Queryable,
  { accountId }: { accountId: number },
): Promise<AccountRow | undefined> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update');
  return row;
}

/** The properties of an account that can be changed. */
export type AccountChanges = Partial<Pick<AccountRow, 'name' | keyof AccountLimitRow>>;

/** Changes a locked account. */
export async function updateAccount(
  tx: Queryable,
  { accountId }: { accountId: number },
  changes: AccountChanges,
): Promise<AccountRow> {
  const [row] = await tx.update(accounts).set(changes).where(eq(accounts.id, accountId)).returning();
  return row!;
}

/** A page of accounts: one account, or all accounts if null. `db` must be a transaction of `Database.snapshot`. */
export async function listAccounts(
  db: Queryable,
  { accountId }: { accountId: number | null },
  request: PageRequest<SortField<'accounts'>>,
) {
  return readRows(db, accounts, accountId === null ? undefined : eq(accounts.id, accountId), request);
}
