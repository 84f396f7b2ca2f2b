import { limits, type Session } from '@shotclock/contracts';
import { type ApiKeyRow, insertSession, notifySession, revokeOldestSessions } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { ManagementContext } from '../context.ts';
import { generateToken } from '../random-token.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { sessionResource } from './session-resource.ts';

/**
 * Creates a session that acts like its key until the session ends or the key becomes invalid. Only the result contains
 * the token. If the key has too many sessions, the oldest sessions end.
 */
export async function createSession(
  ctx: ManagementContext,
  apiKey: ApiKeyRow,
): Promise<{ session: Session; token: string }> {
  const { token, hash } = generateToken();
  const { accountId, id: apiKeyId } = apiKey;
  const changes = ({ session }: { session: Session }) => changed('SESSION', session.id);
  const { session, ended } = await inTransaction(ctx, changes, async (tx) => {
    const max = limits.sessionsPerKey - 1;
    const ended = await revokeOldestSessions(tx, { accountId, apiKeyId, max });
    for (const oldest of ended) await notifySession(tx, oldest);
    const row = await insertSession(tx, {
      accountId,
      apiKeyId,
      hash,
      seconds: limits.sessionSeconds,
    });
    return { session: sessionResource(row, apiKey), ended };
  });
  for (const oldest of ended) ctx.onSessionEnded?.(oldest);
  return { session, token };
}
