import type { Database } from '@shotclock/db';
import { deleteTimeLapsesOfAny, lockExpiredTimeLapses } from '@shotclock/db/all-accounts';

/** Time-lapses per transaction, and maximum number of transactions in a call. */
const batch = 100;
const maxBatches = 50;

/**
 * Deletes time-lapses whose captures are all past their retention, and returns their number. It may be killed at any point, and any number of
 * processes can run it at once.
 * @param options.defaultDays retention of captures whose schedule has none; null keeps them forever
 */
export async function deleteExpiredTimeLapses(
  { db }: { db: Database },
  { defaultDays, signal }: { defaultDays: number | null; signal?: AbortSignal },
): Promise<number> {
  let deleted = 0;
  for (let n = 0; n < maxBatches && !signal?.aborted; n += 1) {
    const count = await db.transaction(async (tx) => {
      const expired = await lockExpiredTimeLapses(tx, { defaultDays, limit: batch });
      await deleteTimeLapsesOfAny(tx, expired);
      return expired.length;
    });
    deleted += count;
    if (count < batch) break;
  }
  return deleted;
}
