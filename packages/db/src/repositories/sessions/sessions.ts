import { and, desc, eq, getTableColumns, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { apiKeys } from '../../schema/api-keys.ts';
import { sessions } from '../../schema/sessions.ts';
import { deleteFirst } from '../delete-first.ts';
import { inSeconds } from '../in-seconds.ts';
import { preparedSelect } from '../prepared-statement.ts';

const { hash: _hash, ...columns } = getTableColumns(sessions);
/** A session without the hash of its token. */
export type SessionRow = Omit<typeof sessions.$inferSelect, 'hash'>;

/** Inserts a session that ends after `seconds`, or when its key expires. */
export async function insertSession(
  tx: Queryable,
  {
    accountId,
    apiKeyId,
    hash,
    seconds,
  }: { accountId: number; apiKeyId: number; hash: string; seconds: number },
): Promise<SessionRow> {
  const keyExpiresAt = tx
    .select({ value: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, apiKeyId), eq(apiKeys.accountId, accountId)));
  const expiresAt = sql`least(${inSeconds(seconds)}, (${keyExpiresAt}))`;
  const [row] = await tx.insert(sessions).values({ accountId, apiKeyId, hash, expiresAt }).returning(columns);
  return row!;
}

type FoundSession = SessionRow & { keyPrefix: string };

const selectByHash = preparedSelect<{ hash: string }, FoundSession>('find_session', (db, value) =>
  db
    .select({ ...columns, keyPrefix: apiKeys.prefix })
    .from(sessions)
    .innerJoin(apiKeys, eq(apiKeys.id, sessions.apiKeyId))
    .where(eq(sessions.hash, value('hash'))),
);

/**
 * Finds the session, in any account, whose token has this hash, together with the prefix of its key. Only for
 * authentication.
 */
export async function findSessionByHash(db: Queryable, hash: string): Promise<FoundSession | undefined> {
  const [row] = await selectByHash(db, { hash });
  return row;
}

/** Revokes a session and returns the hash of its token; undefined if the account has no such session. */
export async function revokeSession(
  tx: Queryable,
  { accountId, sessionId }: { accountId: number; sessionId: number },
): Promise<string | undefined> {
  const [row] = await tx
    .update(sessions)
    .set({ revokedAt: sql`coalesce(${sessions.revokedAt}, now())` })
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)))
    .returning({ hash: sessions.hash });
  return row?.hash;
}

/**
 * Revokes a key's sessions except the `max` newest, and returns the hashes of their tokens. Concurrent sign-ins with the key wait
 * until the transaction ends.
 */
export async function revokeOldestSessions(
  tx: Queryable,
  { accountId, apiKeyId, max }: { accountId: number; apiKeyId: number; max: number },
): Promise<string[]> {
  await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, apiKeyId), eq(apiKeys.accountId, accountId)))
    .for('no key update');
  const ofKey = and(
    eq(sessions.apiKeyId, apiKeyId),
    eq(sessions.accountId, accountId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, sql`now()`),
  );
  const oldest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(ofKey)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(max);
  const revoked = await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(inArray(sessions.id, oldest))
    .returning({ hash: sessions.hash });
  return revoked.map(({ hash }) => hash);
}

/** Deletes up to `limit` expired sessions, oldest first, and returns their number. */
export async function deleteExpiredSessions(db: Queryable, limit: number): Promise<number> {
  const where = lte(sessions.expiresAt, sql`now()`);
  const order = sql`${sessions.expiresAt}`;
  return deleteFirst(db, sessions, { key: sessions.id, where, order, limit });
}
