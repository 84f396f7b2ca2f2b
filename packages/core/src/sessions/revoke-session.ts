import { type AccountSessionRow, notifySession, revokeSession as revokeRow } from '@shotclock/db';
import { lockAccountSession } from '@shotclock/db/all-accounts';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import { type CoreContext, managedAccount } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { accountSessionResource } from './account-session-resource.ts';
import type { SignedIn } from './session-resource.ts';

/**
 * Ends a session of an account whose keys the request manages. From then on, this API process refuses requests with the
 * session token; other processes refuse them once they are notified.
 * @throws CoreError not_found (also for ended sessions and sessions that the request does not manage), precondition_failed
 */
export async function revokeSession(
  ctx: CoreContext,
  identity: Pick<SignedIn, 'session'>,
  { sessionId }: { sessionId: number },
): Promise<void> {
  const changes = ({ row }: { row: AccountSessionRow }) => changed('SESSION', row.id, row.accountId);
  const { hash } = await inTransaction(ctx, changes, async (tx) => {
    const row = await lockAccountSession(tx, { ...managedAccount(ctx), sessionId });
    if (!row) throw notFound('session', sessionId);
    await assertCurrent(ctx, () => accountSessionResource(row, identity));
    const revoked = (await revokeRow(tx, { accountId: row.accountId, sessionId }))!;
    await notifySession(tx, revoked);
    return { row, hash: revoked };
  });
  ctx.onSessionEnded?.(hash);
}
