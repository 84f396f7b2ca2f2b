import { type Account, type Page, type PageRequest, pageOf, type SortField } from '@shotclock/contracts';
import { listAccounts as listAccountRows } from '@shotclock/db/all-accounts';
import { type ManagementContext, managedAccount } from '../context.ts';
import { accountResource } from './account-resource.ts';

/** Lists the accounts that the request manages. */
export async function listAccounts(
  ctx: ManagementContext,
  input: PageRequest<SortField<'accounts'>>,
): Promise<Page<Account>> {
  const found = await ctx.db.snapshot((tx) => listAccountRows(tx, managedAccount(ctx), input));
  return pageOf(found.rows.map(accountResource), found, input);
}
