// suspect for the grace ──look──► referred to: kept      nothing refers to it: sweeping ──store.delete──► forgotten
// The mark is committed before the store is asked, and no reference is added to what bears it. So no transaction waits for
// the store, and whatever is killed in between is swept again (ADR 14).
import {
  type Database,
  findReferrers,
  forgetObjects,
  keepObjects,
  lockSuspects,
  markSweeping,
  suspectAgain,
} from '@shotclock/db';
import { type ObjectStore, objectKey, retryWhileUnavailable } from '@shotclock/storage';

const mostBatches = 20;
/** Half of the minute after which another may take the mark for abandoned: a request that is still under way ends long before. */
const deletingMs = 30_000;
const deletesAtATime = 8;

/**
 * Removes objects from the store that nothing has referred to for the grace, and answers how many. Call after call it comes
 * round to all of them.
 * @param input.graceSeconds at least twice `objectHoldSeconds`
 * @param input.batch objects of one transaction, from 1 (200)
 * @throws StorageError when the store has a fault, a TimeoutError when it is too slow, the reason of `signal`
 */
export async function sweepObjects(
  ctx: { db: Database; objects: ObjectStore },
  input: { graceSeconds: number; batch?: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const { graceSeconds, batch = 200, signal } = input;
  let swept = 0;
  for (let n = 0; n < mostBatches; n += 1) {
    signal?.throwIfAborted();
    const { looked, unused, mark } = await takeUnused(ctx.db, { graceSeconds, limit: batch });
    if (mark) await deleteMarked(ctx, unused, mark, signal);
    swept += unused.length;
    if (looked < batch) break;
  }
  return swept;
}

async function takeUnused(db: Database, options: { graceSeconds: number; limit: number }) {
  return db.transaction(async (tx) => {
    const suspects = await lockSuspects(tx, options);
    if (suspects.length === 0) return { looked: 0, unused: [], mark: null };
    // A statement of its own: it sees every reference that was committed before the locks were taken, and none comes after.
    const referrers = await findReferrers(tx, suspects);
    const referredBy = (referrer: 'record' | 'key' | null) =>
      suspects.filter((hash) => referrers.get(hash) === referrer);
    await keepObjects(tx, referredBy('record'));
    await suspectAgain(tx, referredBy('key'));
    const unused = referredBy(null);
    return { looked: suspects.length, unused, mark: await markSweeping(tx, unused) };
  });
}

async function deleteMarked(
  { db, objects }: { db: Database; objects: ObjectStore },
  hashes: string[],
  mark: Date,
  stop: AbortSignal | undefined,
): Promise<void> {
  const deadline = AbortSignal.timeout(deletingMs);
  const signal = stop ? AbortSignal.any([stop, deadline]) : deadline;
  const waiting = [...hashes];
  const deleted: string[] = [];
  const deleteNext = async () => {
    for (let hash = waiting.shift(); hash; hash = waiting.shift()) {
      const key = objectKey(hash);
      await retryWhileUnavailable(() => objects.delete(key, { signal }), { signal });
      deleted.push(hash);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: deletesAtATime }, deleteNext));
  await forgetObjects(db.orm, deleted, mark);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
