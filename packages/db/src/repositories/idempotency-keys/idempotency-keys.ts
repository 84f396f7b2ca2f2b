import { and, asc, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { idempotencyKeys } from '../../schema/idempotency-keys.ts';
import { inSeconds } from '../in-seconds.ts';

export type IdempotencyKeyRow = typeof idempotencyKeys.$inferSelect;
export type KeyName = { accountId: number; key: string };
/** One request's hold on a key. Whoever holds it with another `holder` changes nothing any more. */
export type KeyHold = KeyName & { holder: string };
export type KeyResponse = {
  status: number;
  headers: Record<string, string>;
  /** The body's text, or the SHA-256 of the object that it is. */
  body: { text: string } | { object: string };
};

const named = ({ accountId, key }: KeyName) =>
  and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key));
const held = (hold: KeyHold) => and(named(hold), eq(idempotencyKeys.holder, hold.holder));

const hasExpired = lte(idempotencyKeys.expiresAt, sql`now()`);

/** What a key is for who asks now, told by the database's clock. */
export type KeyState = IdempotencyKeyRow & { leaseRemainingMs: number; hasExpired: boolean };

type Taking = KeyName & {
  fingerprint: string;
  holder: string;
  leaseSeconds: number;
  keptSeconds: number;
};

const fresh = (taking: Taking) => ({
  fingerprint: taking.fingerprint,
  state: 'IN_FLIGHT' as const,
  holder: taking.holder,
  leaseExpiresAt: inSeconds(taking.leaseSeconds),
  expiresAt: inSeconds(taking.keptSeconds),
});

/** Inserts the key as IN_FLIGHT; false when it is there already. */
export async function insertKey(db: Queryable, taking: Taking): Promise<boolean> {
  const rows = await db
    .insert(idempotencyKeys)
    .values({ accountId: taking.accountId, key: taking.key, ...fresh(taking) })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/**
 * Takes a key from `former` that expired, or that was IN_FLIGHT when its lease ran out. Waits for a transaction that is
 * just marking the key. False when it is no longer to be had.
 */
export async function takeOverKey(db: Queryable, former: KeyHold, taking: Taking): Promise<boolean> {
  const rows = await db
    .update(idempotencyKeys)
    .set({
      ...fresh(taking),
      responseStatus: null,
      responseHeaders: null,
      responseBody: null,
      responseObject: null,
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

/** IN_FLIGHT → TOOK_EFFECT in the transaction of the effect, with a lease for the answer; false when it was taken over. */
export async function markKeyEffect(tx: Queryable, hold: KeyHold, leaseSeconds: number): Promise<boolean> {
  const rows = await tx
    .update(idempotencyKeys)
    .set({ state: 'TOOK_EFFECT', leaseExpiresAt: inSeconds(leaseSeconds) })
    .where(and(held(hold), ne(idempotencyKeys.state, 'ANSWERED')))
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/** → ANSWERED. False when another holds the key by now. */
export async function storeKeyResponse(db: Queryable, hold: KeyHold, answer: KeyResponse): Promise<boolean> {
  const rows = await db
    .update(idempotencyKeys)
    .set({
      state: 'ANSWERED',
      responseStatus: answer.status,
      responseHeaders: answer.headers,
      responseBody: 'text' in answer.body ? answer.body.text : null,
      responseObject: 'object' in answer.body ? answer.body.object : null,
    })
    .where(and(held(hold), ne(idempotencyKeys.state, 'ANSWERED')))
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/** Forgets a key whose request took no effect; false when it did, or another holds the key by now. */
export async function deleteUnusedKey(db: Queryable, hold: KeyHold): Promise<boolean> {
  const rows = await db
    .delete(idempotencyKeys)
    .where(and(held(hold), eq(idempotencyKeys.state, 'IN_FLIGHT')))
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/** Nobody works on the answer any more. */
export async function endKeyLease(db: Queryable, hold: KeyHold): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ leaseExpiresAt: sql`now()` })
    .where(and(held(hold), gt(idempotencyKeys.leaseExpiresAt, sql`now()`)));
}

/** Removes expired keys, the oldest first, `limit` at most, and answers how many. */
export async function deleteExpiredKeys(db: Queryable, limit: number): Promise<number> {
  const expired = db
    .select({ row: sql`ctid` })
    .from(idempotencyKeys)
    .where(hasExpired)
    .orderBy(asc(idempotencyKeys.expiresAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .delete(idempotencyKeys)
    .where(inArray(sql`ctid`, expired))
    .returning({ key: idempotencyKeys.key });
  return rows.length;
}
