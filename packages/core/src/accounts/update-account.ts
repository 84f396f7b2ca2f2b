import type { Account, AccountChangesBody } from '@shotclock/contracts';
import { lockAccount, updateAccount as updateAccountRow } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { ManagementContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { accountResource, limitColumns } from './account-resource.ts';
import { managedAccountRow } from './managed-account-row.ts';

/**
 * Renames an account, and changes its limits, which apply to the next request and to the next release of captures.
 * @throws CoreError not_found, forbidden (limits, and the request does not manage all accounts), precondition_failed
 */
export function updateAccount(
  ctx: ManagementContext,
  { accountId, name, limits }: { accountId: number } & AccountChangesBody,
): Promise<Account> {
  return inTransaction(ctx, changed('ACCOUNT', accountId, accountId), async (tx) => {
    const row = await managedAccountRow(ctx, accountId, (id) => lockAccount(tx, { accountId: id }));
    if (limits && !ctx.managesAllAccounts)
      throw new CoreError('forbidden', 'Only keys of the default account can change limits.');
    await assertCurrent(ctx, () => accountResource(row));
    const changes = { ...(name === undefined ? {} : { name }), ...limitColumns(limits ?? {}) };
    const updated =
      Object.keys(changes).length > 0 ? await updateAccountRow(tx, { accountId }, changes) : row;
    return accountResource(updated);
  });
}
