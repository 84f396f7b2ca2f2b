import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { idempotencyKeys } from '../../schema/idempotency-keys.ts';
import { deleteFirst } from '../delete-first.ts';
import { inSeconds } from '../in-seconds.ts';

export type IdempotencyKeyRow = typeof idempotencyKeys.$inferSelect;
export type KeyName = { accountId: number; key: string };
/** A request's hold on a key. A request with a different `holder` cannot change the key. */
export type KeyHold = KeyName & { holder: string };
export type KeyResponse = {
  status: number;
  headers: Record<string, string>;
  /**
   * The text of the body, or the SHA-256 of the object that contains the body. `textBytes` is the size of a text
   * body that was stored as an object.
   */
  body: { text: string } | { object: string; textBytes?: number };
};

const named = ({ accountId, key }: KeyName) =>
  and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key));
const held = (hold: KeyHold) => and(named(hold), eq(idempotencyKeys.holder, hold.holder));

const hasExpired = lte(idempotencyKeys.expiresAt, sql`now()`);

/** A key, with the remaining time of its lease and whether it has expired by the database clock. */
export type KeyState = IdempotencyKeyRow & { leaseRemainingMs: number; hasExpired: boolean };

type KeyRequest = KeyName & {
  fingerprint: string;
  holder: string;
  leaseSeconds: number;
  keptSeconds: number;
};

const inFlight = (request: KeyRequest) => ({
  fingerprint: request.fingerprint,
  state: 'IN_FLIGHT' as const,
  holder: request.holder,
  leaseExpiresAt: inSeconds(request.leaseSeconds),
  expiresAt: inSeconds(request.keptSeconds),
});

/** Inserts the key as IN_FLIGHT; false if the key already exists. */
export async function insertKey(db: Queryable, request: KeyRequest): Promise<boolean> {
  const rows = await db
    .insert(idempotencyKeys)
    .values({ accountId: request.accountId, key: request.key, ...inFlight(request) })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/**
 * Takes over a key that `former` holds, if the key has expired, or if it is IN_FLIGHT and its lease has expired. Waits if
 * a transaction is marking the key. False if the key can no longer be taken over.
 */
export async function takeOverKey(db: Queryable, former: KeyHold, request: KeyRequest): Promise<boolean> {
  const rows = await db
    .update(idempotencyKeys)
    .set({
      ...inFlight(request),
      responseStatus: null,
      responseHeaders: null,
      responseBody: null,
      responseObject: null,
      responseBytes: 0,
      createdAt: sql`now()`,
    })
    .where(
      and(
        held(former),
        or(
          hasExpired,
          and(eq(idempotencyKeys.state, 'IN_FLIGHT'), lte(idempotencyKeys.leaseExpiresAt, sql`now()`)),
        ),
      ),
    )
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

export async function findKey(db: Queryable, name: KeyName): Promise<KeyState | undefined> {
  const [row] = await db
    .select({
      row: idempotencyKeys,
      leaseRemainingMs: sql`extract(epoch from ${idempotencyKeys.leaseExpiresAt} - now()) * 1000`.mapWith(
        Number,
      ),
      hasExpired: sql<boolean>`${hasExpired}`,
    })
    .from(idempotencyKeys)
    .where(named(name));
  return row && { ...row.row, leaseRemainingMs: row.leaseRemainingMs, hasExpired: row.hasExpired };
}

/**
 * How many bytes of a response count toward the account's quota: only the bytes of a text body. Images belong to their
 * screenshots.
 */
export const replayBytes = ({ body }: Pick<KeyResponse, 'body'>): number =>
  'text' in body ? Buffer.byteLength(body.text) : (body.textBytes ?? 0);

/** The number of an account's keys that have not expired, up to `limit`, and the bytes of their responses. */
export async function countKeys(
  db: Queryable,
  { accountId, limit }: { accountId: number; limit: number },
): Promise<{ keys: number; bytes: number }> {
  const [row] = await db.execute<{ keys: number; bytes: string }>(sql`
    select count(*)::int as keys, coalesce(sum(response_bytes), 0) as bytes from (
      select response_bytes from ${idempotencyKeys} where account_id = ${accountId} and expires_at > now() limit ${limit}
    ) live`);
  return { keys: row!.keys, bytes: Number(row!.bytes) };
}

/** IN_FLIGHT → TOOK_EFFECT in the transaction of the effect, with a lease for the response; false if the key was taken over. */
export async function markKeyEffect(tx: Queryable, hold: KeyHold, leaseSeconds: number): Promise<boolean> {
  const rows = await tx
    .update(idempotencyKeys)
    .set({ state: 'TOOK_EFFECT', leaseExpiresAt: inSeconds(leaseSeconds) })
    .where(and(held(hold), ne(idempotencyKeys.state, 'ANSWERED')))
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/** → ANSWERED. False if the key was taken over. */
export async function storeKeyResponse(
  db: Queryable,
  hold: KeyHold,
  response: KeyResponse,
): Promise<boolean> {
  const rows = await db
    .update(idempotencyKeys)
    .set({
      state: 'ANSWERED',
      responseStatus: response.status,
      responseHeaders: response.headers,
      responseBody: 'text' in response.body ? response.body.text : null,
      responseObject: 'object' in response.body ? response.body.object : null,
      responseBytes: replayBytes(response),
    })
    .where(and(held(hold), ne(idempotencyKeys.state, 'ANSWERED')))
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/** Deletes a key whose request had no effect; false if the request had an effect or the key was taken over. */
export async function deleteUnusedKey(db: Queryable, hold: KeyHold): Promise<boolean> {
  const rows = await db
    .delete(idempotencyKeys)
    .where(and(held(hold), eq(idempotencyKeys.state, 'IN_FLIGHT')))
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/** Ends the lease of a key whose response is no longer being created. */
export async function endKeyLease(db: Queryable, hold: KeyHold): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ leaseExpiresAt: sql`now()` })
    .where(and(held(hold), gt(idempotencyKeys.leaseExpiresAt, sql`now()`)));
}

/** Deletes up to `limit` expired keys, oldest first, and returns their number. */
export async function deleteExpiredIdempotencyKeys(db: Queryable, limit: number): Promise<number> {
  const order = sql`${idempotencyKeys.expiresAt}`;
  return deleteFirst(db, idempotencyKeys, { key: sql`ctid`, where: hasExpired, order, limit });
}
