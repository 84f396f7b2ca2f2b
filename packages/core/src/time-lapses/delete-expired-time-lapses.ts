import type { Database } from '@shotclock/db';
import { deleteTimeLapsesOfAny, lockExpiredTimeLapses } from '@shotclock/db/all-accounts';

/** Time-lapses that a transaction reads, and maximum number of transactions in a call. */
const batch = 1_000;
const maxBatches = 5;

/**
 * Deletes time-lapses whose captures are all past their retention. A call reads the next 5,000 time-lapses at most, so repeated calls reach all of
 * them. It may be killed at any point, and any number of processes can run it at once.
 * @param options.defaultDays retention of captures whose schedule has none; null keeps them forever
 * @param options.after the ID after which the call begins (default 0)
 * @returns the number of deleted time-lapses, and the ID after which the next call continues
 */
export async function deleteExpiredTimeLapses(
  { db }: { db: Database },
  { defaultDays, after = 0, signal }: { defaultDays: number | null; after?: number; signal?: AbortSignal },
): Promise<{ deleted: number; next: number }> {
  let deleted = 0;
  let next = after;
  for (let n = 0; n < maxBatches && !signal?.aborted; n += 1) {
    const { ids, last } = await db.transaction(async (tx) => {
      const expired = await lockExpiredTimeLapses(tx, { defaultDays, after: next, limit: batch });
      await deleteTimeLapsesOfAny(tx, expired.ids);
      return expired;
    });
    deleted += ids.length;
    next = last ?? 0;
    if (last === null) break;
  }
  return { deleted, next };
}
