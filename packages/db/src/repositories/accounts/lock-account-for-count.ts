import { eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';

/**
 * Locks the account against other transactions that count its records before they add one. Statements that insert
 * references to the account do not wait for this lock. The caller must count in a separate statement, which sees the
 * changes that the previous lock holder committed.
 */
export async function lockAccountForCount(
  tx: Queryable,
  { accountId }: { accountId: number },
): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
}
