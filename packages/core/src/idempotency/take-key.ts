// (none) ──take──► IN_FLIGHT ──the effect's transaction──► TOOK_EFFECT ──answer──► ANSWERED ──24 h──► (none)
//                   │    └─────────────────── answer without effect ───────────────► ANSWERED
//                   ├─ refused for its form, or an error of ours ─► (none)
//                   └─ lease ran out ─► IN_FLIGHT of who comes next; the former holder's transaction fails
// A process may be killed anywhere: before the effect's commit nothing has happened and the key is taken over, after it
// the key says so and the request is never carried out again.
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

/** For a request to come to its effect; each one's transaction is fenced, so a longer one fails and does no harm. */
const effectLeaseSeconds = 30;
const keptSeconds = 24 * 60 * 60;
const retryAfterSeconds = { soonest: 1, latest: 5 };

export type TakenKey = { state: 'taken'; hold: KeyHold } | { state: 'answered'; answer: KeyResponse };

/**
 * Takes a key for a request, or answers what was answered to the same request before. Keys are an account's own and are
 * kept for 24 hours. `fingerprint` is the same for equal requests only.
 * @throws CoreError idempotency_key_reused (another request came with it), conflict (the first request is not answered
 * yet, with `retryAfterSeconds`; or it took effect and its answer was lost)
 */
export async function takeKey(
  ctx: Pick<CoreContext, 'db' | 'accountId'>,
  request: { key: string; fingerprint: string },
): Promise<TakenKey> {
  const name = { accountId: ctx.accountId, key: request.key };
  const hold = { ...name, holder: randomUUID() };
  const taking = { ...hold, ...request, leaseSeconds: effectLeaseSeconds, keptSeconds };
  // Each turn another request has changed the key in between, so somebody always comes on.
  for (;;) {
    if (await insertKey(ctx.db.orm, taking)) return { state: 'taken', hold };
    const found = await findKey(ctx.db.orm, name);
    if (!found) continue;
    const free = found.hasExpired || isAbandoned(found, request.fingerprint);
    if (!free) return { state: 'answered', answer: answerOf(found, request.fingerprint) };
    if (await takeOverKey(ctx.db.orm, found, taking)) return { state: 'taken', hold };
  }
}

function isAbandoned(found: KeyState, fingerprint: string): boolean {
  return found.state === 'IN_FLIGHT' && found.leaseRemainingMs <= 0 && found.fingerprint === fingerprint;
}

function answerOf(found: KeyState, fingerprint: string): KeyResponse {
  if (found.fingerprint !== fingerprint)
    throw new CoreError(
      'idempotency_key_reused',
      'This Idempotency-Key came before with another method, path, query or body.',
    );
  if (found.state === 'ANSWERED') return storedAnswer(found);
  if (found.leaseRemainingMs <= 0)
    throw new CoreError(
      'conflict',
      'The first request with this Idempotency-Key took effect, and its answer was lost. It is not carried out again: look ' +
        'at the resources for what it did.',
    );
  const { soonest, latest } = retryAfterSeconds;
  throw new CoreError('conflict', 'The first request with this Idempotency-Key is not answered yet.', {
    retryAfterSeconds: Math.min(latest, Math.max(soonest, Math.ceil(found.leaseRemainingMs / 1_000))),
  });
}

function storedAnswer(row: KeyState): KeyResponse {
  return {
    status: row.responseStatus!,
    headers: row.responseHeaders ?? {},
    body: row.responseObject === null ? { text: row.responseBody ?? '' } : { object: row.responseObject },
  };
}
