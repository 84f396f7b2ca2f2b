// (none) ──acquire──► IN_FLIGHT ──the effect's transaction──► TOOK_EFFECT ──response──► ANSWERED ──24 h──► (none)
//                      │    └──────────────── response without effect ────────────────► ANSWERED
//                      ├─ invalid request or server error, without effect ─► (none)
//                      └─ lease expired ─► IN_FLIGHT for the next request; the transaction of the previous one fails
// A process may die at any point. If it dies before the effect is committed, nothing has happened, and another request takes over the key. If it dies after the commit, the key records the effect, and the request is never executed again.
import { randomUUID } from 'node:crypto';
import {
  findKey,
  insertKey,
  type KeyHold,
  type KeyResponse,
  type KeyState,
  takeOverKey,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import type { KeyBounds } from './key-quota.ts';

/** Time limit from acquiring the key to committing the effect. The transaction of a request that takes longer fails. */
const effectLeaseSeconds = 30;
const keptSeconds = 24 * 60 * 60;
const retryAfterSeconds = { min: 1, max: 5 };
/** `Retry-After` if the account has too many keys. Each key expires after a day. */
const tooManyKeysRetrySeconds = 60;

export type AcquiredKey =
  | { state: 'acquired'; hold: KeyHold }
  | { state: 'completed'; response: KeyResponse };

/**
 * Acquires an idempotency key for a request, or returns the stored response to the same request. Keys belong to an account
 * and are kept for 24 hours.
 * @param request.fingerprint equal only for identical requests
 * @throws CoreError idempotency_key_reused (another request used the key), conflict (the first request has no response yet, with `retryAfterSeconds`; or the request took effect, but its response was lost), rate_limited (the key is new, and the account has too many keys or response bytes, with `retryAfterSeconds`)
 */
export async function acquireKey(
  ctx: Pick<CoreContext, 'db' | 'accountId' | 'limits' | 'keyQuota'>,
  request: { key: string; fingerprint: string },
): Promise<AcquiredKey> {
  const { maxIdempotencyKeysPerAccount: keys, maxReplayBytesPerAccount: bytes } = ctx.limits;
  const max = { keys, bytes };
  const place = await ctx.keyQuota.reserve(ctx.accountId, max);
  // After a database error, the key may exist.
  let added = true;
  try {
    const { isNew, ...acquired } = await acquire(ctx, request, place ? null : tooManyKeys(max));
    added = isNew;
    return acquired;
  } catch (error) {
    if (error instanceof CoreError) added = false;
    throw error;
  } finally {
    place?.settle(added);
  }
}

/**
 * `isNew` indicates whether the account has gained a key. If `refusal` is given, a request with a new key is refused with
 * it.
 */
async function acquire(
  ctx: Pick<CoreContext, 'db' | 'accountId'>,
  request: { key: string; fingerprint: string },
  refusal: CoreError | null,
): Promise<AcquiredKey & { isNew: boolean }> {
  const name = { accountId: ctx.accountId, key: request.key };
  const hold = { ...name, holder: randomUUID() };
  const acquisition = { ...hold, ...request, leaseSeconds: effectLeaseSeconds, keptSeconds };
  // An iteration fails only if another request has changed the key in the meantime, so one of the requests always
  // succeeds.
  for (;;) {
    if (!refusal && (await insertKey(ctx.db.orm, acquisition)))
      return { state: 'acquired', hold, isNew: true };
    const found = await findKey(ctx.db.orm, name);
    const isNew = !found || found.hasExpired;
    if (refusal && isNew) throw refusal;
    if (!found) continue;
    const free = isNew || isAbandoned(found, request.fingerprint);
    if (!free) return { state: 'completed', response: responseOf(found, request.fingerprint), isNew };
    if (await takeOverKey(ctx.db.orm, found, acquisition)) return { state: 'acquired', hold, isNew };
  }
}

function tooManyKeys({ keys, bytes }: KeyBounds): CoreError {
  return new CoreError(
    'rate_limited',
    `The account's limit is ${keys} Idempotency-Keys in 24 hours, and ${bytes} bytes of responses to them. Nothing was started.`,
    { retryAfterSeconds: tooManyKeysRetrySeconds },
  );
}

function isAbandoned(found: KeyState, fingerprint: string): boolean {
  return found.state === 'IN_FLIGHT' && found.leaseRemainingMs <= 0 && found.fingerprint === fingerprint;
}

function responseOf(found: KeyState, fingerprint: string): KeyResponse {
  if (found.fingerprint !== fingerprint)
    throw new CoreError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a request with another method, path, query or body.',
    );
  if (found.state === 'ANSWERED') return storedResponse(found);
  if (found.leaseRemainingMs <= 0)
    throw new CoreError(
      'conflict',
      'The first request with this Idempotency-Key took effect, but its response was lost. It is not executed again: read ' +
        'the resources to see its effect.',
    );
  const { min, max } = retryAfterSeconds;
  throw new CoreError('conflict', 'The first request with this Idempotency-Key has no response yet.', {
    retryAfterSeconds: Math.min(max, Math.max(min, Math.ceil(found.leaseRemainingMs / 1_000))),
  });
}

function storedResponse(row: KeyState): KeyResponse {
  return {
    status: row.responseStatus!,
    headers: row.responseHeaders ?? {},
    body: row.responseObject === null ? { text: row.responseBody ?? '' } : { object: row.responseObject },
  };
}
