import {
  type AccountSession,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import { listAccountSessions } from '@shotclock/db/all-accounts';
import { type ManagementContext, managedAccount } from '../context.ts';
import { accountSessionResource } from './account-session-resource.ts';
import type { SignedIn } from './session-resource.ts';

/** Lists the active sessions of the accounts whose keys the request manages. */
export async function listSessions(
  ctx: ManagementContext,
  identity: Pick<SignedIn, 'session'>,
  input: PageRequest<SortField<'sessions'>>,
): Promise<Page<AccountSession>> {
  const found = await ctx.db.snapshot((tx) => listAccountSessions(tx, managedAccount(ctx), input));
  const content = found.rows.map((row) => accountSessionResource(row, identity));
  return pageOf(content, found, input);
}
