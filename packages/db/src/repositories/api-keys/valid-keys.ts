// Counts an account's valid keys, and deletes keys that expired or were revoked long ago.
import { and, count, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { apiKeys } from '../../schema/api-keys.ts';
import { sessions } from '../../schema/sessions.ts';
import { lockAccountForCount } from '../accounts/lock-account-for-count.ts';
import { deleteFirst } from '../delete-first.ts';

/**
 * Locks the account against other transactions that add keys, and counts its valid keys.
 * @param options.rotated true counts keys that have a successor; false counts keys that do not
 */
export async function lockValidKeyCount(
  tx: Queryable,
  { accountId }: { accountId: number },
  { rotated }: { rotated: boolean },
): Promise<number> {
  await lockAccountForCount(tx, { accountId });
  const [row] = await tx
    .select({ value: count() })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, accountId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
        rotated ? isNotNull(apiKeys.rotatedAt) : isNull(apiKeys.rotatedAt),
      ),
    );
  return row!.value;
}

/**
 * Deletes up to `limit` keys that expired or were revoked more than `days` days ago and have no sessions. Returns their number.
 */
export async function deleteEndedApiKeys(
  db: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const end = sql`least(${apiKeys.expiresAt}, ${apiKeys.revokedAt})`;
  // With `not exists`, the planner might join all sessions.
  const session = sql`(select ${sessions.id} from ${sessions} where ${sessions.apiKeyId} = ${apiKeys.id} limit 1)`;
  const where = sql`${end} < now() - make_interval(days => ${days}) and ${session} is null`;
  return deleteFirst(db, apiKeys, { key: apiKeys.id, where, order: end, limit });
}
