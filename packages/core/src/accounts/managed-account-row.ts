import type { AccountRow } from '@shotclock/db';
import { type ManagementContext, managedAccount } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * Reads, with `read`, an account that the request manages.
 * @throws CoreError not_found (also for an account that the request does not manage)
 */
export async function managedAccountRow(
  ctx: ManagementContext,
  accountId: number,
  read: (accountId: number) => Promise<AccountRow | undefined>,
): Promise<AccountRow> {
  const { accountId: only } = managedAccount(ctx);
  const row = only === null || only === accountId ? await read(accountId) : undefined;
  if (!row) throw notFound('account', accountId);
  return row;
}
