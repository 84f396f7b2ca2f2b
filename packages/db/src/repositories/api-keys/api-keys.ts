import type { PageRequest, SortField } from '@shotclock/contracts';
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { apiKeys } from '../../schema/api-keys.ts';
import { inSeconds } from '../in-seconds.ts';
import { readRows } from '../page.ts';
import { preparedSelect } from '../prepared-statement.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type NewApiKey = Pick<ApiKeyRow, 'accountId' | 'name' | 'prefix' | 'hash' | 'scopes' | 'expiresAt'>;

type Key = { accountId: number; keyId: number };

const ofKey = ({ accountId, keyId }: Key) => and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId));

/** The account whose keys a request can manage; null for all accounts. */
export type KeyOwner = { accountId: number | null };

const owned = ({ accountId }: KeyOwner): SQL | undefined =>
  accountId === null ? undefined : eq(apiKeys.accountId, accountId);

/** Inserts a key; undefined if another key has the same prefix. */
export async function insertApiKey(tx: Queryable, key: NewApiKey): Promise<ApiKeyRow | undefined> {
  const [row] = await tx.insert(apiKeys).values(key).onConflictDoNothing().returning();
  return row;
}

const selectByPrefix = preparedSelect<{ prefix: string }, ApiKeyRow>('find_api_key', (db, value) =>
  db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.prefix, value('prefix'))),
);

/** Finds the key with the prefix in any account. Only for authentication. */
export async function findApiKeyByPrefix(db: Queryable, prefix: string): Promise<ApiKeyRow | undefined> {
  const [row] = await selectByPrefix(db, { prefix });
  return row;
}

export async function findApiKey(
  db: Queryable,
  { keyId, ...owner }: { keyId: number } & KeyOwner,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), owned(owner)));
  return row;
}

/** Like `findApiKey`, but also locks the key until the transaction ends. */
export async function lockApiKey(
  tx: Queryable,
  { keyId, ...owner }: { keyId: number } & KeyOwner,
): Promise<ApiKeyRow | undefined> {
  const [row] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), owned(owner)))
    .for('update');
  return row;
}

/** A page of keys, including revoked and expired keys. `db` must be a transaction of `Database.snapshot`. */
export async function listApiKeys(
  db: Queryable,
  owner: KeyOwner,
  request: PageRequest<SortField<'apiKeys'>>,
) {
  return readRows(db, apiKeys, owned(owner), request);
}

/** Whether any key exists, including revoked and expired keys. */
export async function hasApiKeys(db: Queryable): Promise<boolean> {
  const rows = await db.select({ id: apiKeys.id }).from(apiKeys).limit(1);
  return rows.length > 0;
}

/** Revokes a key. If the key is already revoked, the time of the first revocation is kept. */
export async function revokeApiKey(tx: Queryable, key: Key): Promise<ApiKeyRow> {
  const [row] = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
    .where(ofKey(key))
    .returning();
  return row!;
}

/** Records that a key was rotated. The key expires after `seconds`, unless it already expires earlier. */
export async function retireApiKey(tx: Queryable, key: Key, seconds: number): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ rotatedAt: sql`now()`, expiresAt: sql`least(${apiKeys.expiresAt}, ${inSeconds(seconds)})` })
    .where(ofKey(key));
}

/** Records that a key is being used, unless a use was recorded within the last minute. */
export async function recordKeyUse(db: Queryable, key: Key): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        ofKey(key),
        or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`)),
      ),
    );
}
