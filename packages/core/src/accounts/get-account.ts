import type { Account } from '@shotclock/contracts';
import { findAccount } from '@shotclock/db';
import type { ManagementContext } from '../context.ts';
import { accountResource } from './account-resource.ts';
import { managedAccountRow } from './managed-account-row.ts';

/** @throws CoreError not_found (also for an account that the request does not manage) */
export async function getAccount(
  ctx: ManagementContext,
  { accountId }: { accountId: number },
): Promise<Account> {
  return accountResource(
    await managedAccountRow(ctx, accountId, (id) => findAccount(ctx.db.orm, { accountId: id })),
  );
}
