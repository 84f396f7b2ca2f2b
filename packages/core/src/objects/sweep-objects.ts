// suspect for the grace period ──check──► referenced: kept
//                                   └────► not referenced: marked as sweeping ──store.delete──► row removed
// The mark is committed before the object is deleted, and no record can refer to a marked object. So no transaction waits for
// the store, and a sweep that was interrupted is repeated (ADR 14).
import type { Database } from '@shotclock/db';
import {
  deleteSweptObjects,
  findReferrers,
  lockSuspectObjects,
  markObjectsReferenced,
  markObjectsSuspectAgain,
  markObjectsSweeping,
} from '@shotclock/db/all-accounts';
import { type ObjectStore, objectKey, retryWhileUnavailable } from '@shotclock/storage';

/** No batch starts later than this in a call, so that other housekeeping also runs while many objects are swept. */
const maxMs = 50_000;
/** Half of the minute after which another sweep can take over the mark, so that requests in flight end before that. */
const deleteTimeoutMs = 30_000;
/** Objects per request to the store, and requests at the same time. */
const chunk = 100;
const deleteConcurrency = 4;

/**
 * Deletes objects that nothing has referred to during the grace period. Repeated calls reach all of them: a call ends after about a
 * minute.
 * @param input.graceSeconds at least twice `objectHoldSeconds`
 * @param input.batch maximum number of objects per transaction, from 1 (default 1,000)
 * @returns the number of deleted objects
 * @throws StorageError; a TimeoutError when the store is too slow; the reason of `signal`
 */
export async function sweepObjects(
  ctx: { db: Database; objects: ObjectStore },
  input: { graceSeconds: number; batch?: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const { graceSeconds, batch = 1_000, signal } = input;
  const endsAt = performance.now() + maxMs;
  let swept = 0;
  let checked = batch;
  while (checked === batch && performance.now() < endsAt) {
    signal?.throwIfAborted();
    const taken = await takeUnused(ctx.db, { graceSeconds, limit: batch });
    if (taken.mark) await deleteMarked(ctx, taken.unused, taken.mark, signal);
    swept += taken.unused.length;
    checked = taken.checked;
  }
  return swept;
}

async function takeUnused(db: Database, options: { graceSeconds: number; limit: number }) {
  return db.transaction(async (tx) => {
    const suspects = await lockSuspectObjects(tx, options);
    if (suspects.length === 0) return { checked: 0, unused: [], mark: null };
    // A separate statement: it sees every reference committed before the locks were taken. New ones are blocked.
    const referrers = await findReferrers(tx, suspects);
    const referredBy = (referrer: 'record' | 'key' | null) =>
      suspects.filter((hash) => referrers.get(hash) === referrer);
    await markObjectsReferenced(tx, referredBy('record'));
    await markObjectsSuspectAgain(tx, referredBy('key'));
    const unused = referredBy(null);
    return { checked: suspects.length, unused, mark: await markObjectsSweeping(tx, unused) };
  });
}

async function deleteMarked(
  { db, objects }: { db: Database; objects: ObjectStore },
  hashes: string[],
  mark: Date,
  stop: AbortSignal | undefined,
): Promise<void> {
  const deadline = AbortSignal.timeout(deleteTimeoutMs);
  const signal = stop ? AbortSignal.any([stop, deadline]) : deadline;
  let position = 0;
  const deleted: string[] = [];
  const deleteNext = async () => {
    while (position < hashes.length) {
      const part = hashes.slice(position, position + chunk);
      position += chunk;
      await retryWhileUnavailable(() => objects.delete(part.map(objectKey), { signal }), { signal });
      deleted.push(...part);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: deleteConcurrency }, deleteNext));
  await deleteSweptObjects(db.orm, deleted, mark);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
