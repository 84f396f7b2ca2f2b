// suspect for the grace period ──check──► referenced: kept
//                                   └────► not referenced: marked as sweeping ──store.delete──► row removed
//                                                       │                          └── after a take-over: row kept, with another key
//                                                       └── interrupted for five minutes ──► taken over by another sweep
// Rule: a request that deletes a key can take effect at any later time. Content must therefore not be stored under a key whose
// mark has been committed, unless the sweep that set the mark has completed its request and has removed the row (ADR 14).
//
// - If the sweep is paused between the mark and the request, an unlink hangs, or a request reaches S3 late: until the row is removed, a
//   writer of the same content finds the mark and records another key. The late request deletes only the old key, and the removal of the
//   row finds another mark or none.
// - If another sweep takes over the mark of a paused or killed sweep, it deletes the keys again and keeps the row with another key as a
//   new suspect. The row is removed after another grace period of at least an hour. A process that was
//   paused for longer than a request's time limit does not send the request.
// - If a sweep is killed at any point, its mark is taken over.
//
// Transactions do not wait for the store, and writers do not wait for a sweep.
import type { Database } from '@shotclock/db';
import {
  deleteSweptObjects,
  findReferrers,
  lockSuspectObjects,
  markObjectsReferenced,
  markObjectsSuspectAgain,
  markObjectsSweeping,
  replaceSweptKeys,
  type SuspectObject,
} from '@shotclock/db/all-accounts';
import { type ObjectStore, objectKey, retryWhileUnavailable } from '@shotclock/storage';

/** No batch is started after this time, so that other housekeeping can run even while many objects are swept. */
const maxMs = 50_000;
/** Time limit from the mark to the end of the request: a tenth of the time after which another sweep takes over. */
const requestMs = 30_000;
/** Number of objects per transaction and per deletion request to the store. */
const defaultBatch = 100;
/** Number of concurrent batches. */
const concurrency = 2;

/**
 * Deletes objects that have been unreferenced for the whole grace period. A call ends after about a minute; repeated
 * calls process all of them.
 * @param input.graceSeconds at least twice `objectHoldSeconds`
 * @param input.batch maximum number of objects per transaction and request, 1 to 500 (default 100)
 * @returns the number of deleted objects
 * @throws StorageError; TimeoutError if the store is too slow; `signal.reason`
 */
export async function sweepObjects(
  ctx: { db: Database; objects: ObjectStore },
  input: { graceSeconds: number; batch?: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const { graceSeconds, batch = defaultBatch, signal } = input;
  const endsAt = performance.now() + maxMs;
  let swept = 0;
  let hasMore = true;
  const sweepBatches = async () => {
    while (hasMore && performance.now() < endsAt) {
      signal?.throwIfAborted();
      const elapsed = startClocks();
      const { checked, unused, mark } = await takeUnused(ctx.db, { graceSeconds, limit: batch });
      if (checked < batch) hasMore = false;
      if (mark) await deleteMarked(ctx, { unused, mark, elapsed }, signal);
      swept += unused.length;
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, sweepBatches));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return swept;
}

async function takeUnused(db: Database, options: { graceSeconds: number; limit: number }) {
  return db.transaction(async (tx) => {
    const suspects = await lockSuspectObjects(tx, options);
    if (suspects.length === 0) return { checked: 0, unused: [], mark: null };
    // This is a separate statement, so that it sees every reference that was committed before the locks were taken. New
    // references are blocked.
    const referrers = await findReferrers(tx, hashesOf(suspects));
    const referredBy = (referrer: 'record' | 'temporary' | null) =>
      suspects.filter(({ sha256 }) => referrers.get(sha256) === referrer);
    await markObjectsReferenced(tx, hashesOf(referredBy('record')));
    await markObjectsSuspectAgain(tx, hashesOf(referredBy('temporary')));
    const unused = referredBy(null);
    return { checked: suspects.length, unused, mark: await markObjectsSweeping(tx, hashesOf(unused)) };
  });
}

const hashesOf = (objects: SuspectObject[]) => objects.map(({ sha256 }) => sha256);

/** The content may also exist under the key without a suffix, so both keys are deleted. */
const keysOf = ({ sha256, keySuffix }: SuspectObject) => [
  objectKey(sha256),
  ...(keySuffix === null ? [] : [objectKey(sha256, keySuffix)]),
];

async function deleteMarked(
  { db, objects }: { db: Database; objects: ObjectStore },
  { unused, mark, elapsed }: { unused: SuspectObject[]; mark: Date; elapsed: () => number },
  stop: AbortSignal | undefined,
): Promise<void> {
  const deadline = AbortSignal.timeout(requestMs);
  const signal = stop ? AbortSignal.any([stop, deadline]) : deadline;
  const keys = unused.flatMap(keysOf);
  await retryWhileUnavailable(
    async () => {
      // After the process has been paused, timers fire late.
      if (elapsed() > requestMs) throw new DOMException('the sweep was paused', 'TimeoutError');
      await objects.delete(keys, { signal });
    },
    { signal },
  );
  const [interrupted, others] = [true, false].map((value) =>
    hashesOf(unused.filter((one) => one.interrupted === value)),
  );
  await deleteSweptObjects(db.orm, others!, mark);
  await replaceSweptKeys(db.orm, interrupted!, mark);
}

/**
 * Starts a stopwatch: the returned function measures the milliseconds since this call. It uses two clocks, because one of
 * them stops while the machine is suspended, and the other can be set.
 */
function startClocks(): () => number {
  const [monotonic, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - monotonic, Date.now() - wall);
}
