import type { Account, AccountBody } from '@shotclock/contracts';
import { lockAccount, renameAccount } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import type { ManagementContext } from '../context.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { accountResource } from './account-resource.ts';
import { managedAccountRow } from './managed-account-row.ts';

/**
 * Renames an account.
 * @throws CoreError not_found, precondition_failed
 */
export function updateAccount(
  ctx: ManagementContext,
  { accountId, name }: { accountId: number } & AccountBody,
): Promise<Account> {
  return inTransaction(ctx, async (tx) => {
    const row = await managedAccountRow(ctx, accountId, (id) => lockAccount(tx, id));
    await assertCurrent(ctx, () => accountResource(row));
    return accountResource(await renameAccount(tx, accountId, name));
  });
}
