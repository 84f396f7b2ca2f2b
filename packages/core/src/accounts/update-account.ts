import type { Account, AccountChangesBody } from '@shotclock/contracts';
import { type AccountRow, lockAccount, updateAccount as updateAccountRow } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { ManagementContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { accountResource, limitColumns } from './account-resource.ts';
import { managedAccountRow } from './managed-account-row.ts';

/**
 * Renames an account and changes its limits. New limits apply to subsequent requests and releases. If no stored value
 * changes, nothing is recorded.
 * @throws CoreError not_found, forbidden (changing limits requires managing all accounts), precondition_failed
 */
export async function updateAccount(
  ctx: ManagementContext,
  { accountId, name, limits }: { accountId: number } & AccountChangesBody,
): Promise<Account> {
  const recorded = ({ changes }: Update) =>
    Object.keys(changes).length > 0 ? changed('ACCOUNT', accountId, accountId) : [];
  const { row } = await inTransaction(ctx, recorded, async (tx): Promise<Update> => {
    const row = await managedAccountRow(ctx, accountId, (id) => lockAccount(tx, { accountId: id }));
    if (limits && !ctx.managesAllAccounts)
      throw new CoreError('forbidden', 'Only keys of the default account can change limits.');
    await assertCurrent(ctx, () => accountResource(row));
    const given = { ...(name === undefined ? {} : { name }), ...limitColumns(limits ?? {}) };
    const changes = Object.fromEntries(
      Object.entries(given).filter(([column, value]) => row[column as keyof typeof given] !== value),
    );
    const hasChanges = Object.keys(changes).length > 0;
    return { changes, row: hasChanges ? await updateAccountRow(tx, { accountId }, changes) : row };
  });
  return accountResource(row);
}

type Update = { row: AccountRow; changes: object };
