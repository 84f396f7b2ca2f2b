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

/** The keys that a request can manage: those of one account, or with null those of all accounts. */
export type KeyOwner = { accountId: number | null };

const owned = ({ accountId }: KeyOwner): SQL | undefined =>
  accountId === null ? undefined : eq(apiKeys.accountId, accountId);

/** Inserts a key; undefined when another key has the prefix. */
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

/** Finds the key that begins with the prefix, whatever its account. For authentication only. */
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

/** Like `findApiKey`, and locks the key until the transaction ends. */
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

/** A page of keys, the revoked and expired ones included. `db` must be a snapshot. */
export async function listApiKeys(
  db: Queryable,
  owner: KeyOwner,
  request: PageRequest<SortField<'apiKeys'>>,
) {
  return readRows(db, apiKeys, owned(owner), request);
}

/** Whether any key exists, the revoked and expired ones included. */
export async function hasApiKeys(db: Queryable): Promise<boolean> {
  const rows = await db.select({ id: apiKeys.id }).from(apiKeys).limit(1);
  return rows.length > 0;
}

/** Revokes a key from now on. The first revocation counts. */
export async function revokeApiKey(tx: Queryable, key: Key): Promise<ApiKeyRow> {
  const [row] = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
    .where(ofKey(key))
    .returning();
  return row!;
}

/** Records that a key was rotated, and lets it expire after this time, unless it expires earlier. */
export async function retireApiKey(tx: Queryable, key: Key, seconds: number): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ rotatedAt: sql`now()`, expiresAt: sql`least(${apiKeys.expiresAt}, ${inSeconds(seconds)})` })
    .where(ofKey(key));
}

/** Records the use of a key now, unless one was recorded within the last minute. */
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
