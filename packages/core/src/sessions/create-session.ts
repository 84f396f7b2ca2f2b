import { limits, type Session } from '@shotclock/contracts';
import { type ApiKeyRow, insertSession } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { ManagementContext } from '../context.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { generateToken } from '../random-token.ts';
import { sessionResource } from './session-resource.ts';

/**
 * Creates a session that acts as a valid key does, until it ends or the key is no longer valid. The result is the only place that has the
 * token.
 */
export async function createSession(
  ctx: ManagementContext,
  apiKey: ApiKeyRow,
): Promise<{ session: Session; token: string }> {
  const { token, hash } = generateToken();
  const changes = ({ id }: Session) => changed('SESSION', id);
  const session = await inTransaction(ctx, changes, async (tx) => {
    const row = await insertSession(tx, {
      accountId: apiKey.accountId,
      apiKeyId: apiKey.id,
      hash,
      seconds: limits.sessionSeconds,
    });
    return sessionResource(row, apiKey);
  });
  return { session, token };
}
