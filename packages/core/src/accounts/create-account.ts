import type { Account, AccountBody } from '@shotclock/contracts';
import { insertAccount } from '@shotclock/db/all-accounts';
import { changed } from '../audit-log/audit-context.ts';
import type { ManagementContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { accountResource } from './account-resource.ts';

/**
 * Creates an account, without keys.
 * @throws CoreError forbidden (the request does not manage all accounts)
 */
export async function createAccount(ctx: ManagementContext, { name }: AccountBody): Promise<Account> {
  if (!ctx.managesAllAccounts)
    throw new CoreError('forbidden', 'Only keys of the default account can create accounts.');
  const changes = ({ id }: Account) => changed('ACCOUNT', id, id);
  return inTransaction(ctx, changes, async (tx) => accountResource(await insertAccount(tx, name)));
}
