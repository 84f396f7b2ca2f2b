import { notifySession, revokeSession } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { getSession } from './get-session.ts';
import type { SignedIn } from './session-resource.ts';

/**
 * Ends the session of a request. From then on, this API process refuses requests with the session token; other processes
 * refuse them once they are notified.
 * @throws CoreError not_found (the request has no session), precondition_failed
 */
export async function deleteSession(ctx: CoreContext, identity: SignedIn): Promise<void> {
  const session = getSession(identity);
  const hash = await inTransaction(ctx, changed('SESSION', session.id), async (tx) => {
    await assertCurrent(ctx, () => session);
    const revoked = (await revokeSession(tx, { accountId: ctx.accountId, sessionId: session.id }))!;
    await notifySession(tx, revoked);
    return revoked;
  });
  ctx.onSessionEnded?.(hash);
}
