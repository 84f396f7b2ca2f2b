import type { AccountSession } from '@shotclock/contracts';
import { findAccountSession } from '@shotclock/db/all-accounts';
import { type ManagementContext, managedAccount } from '../context.ts';
import { notFound } from '../errors.ts';
import { accountSessionResource } from './account-session-resource.ts';
import type { SignedIn } from './session-resource.ts';

/**
 * Describes a session of an account whose keys the request manages.
 * @throws CoreError not_found (also for sessions that have ended and for sessions that the request does not manage)
 */
export async function getAccountSession(
  ctx: ManagementContext,
  identity: Pick<SignedIn, 'session'>,
  { sessionId }: { sessionId: number },
): Promise<AccountSession> {
  const row = await findAccountSession(ctx.db.orm, { ...managedAccount(ctx), sessionId });
  if (!row) throw notFound('session', sessionId);
  return accountSessionResource(row, identity);
}
