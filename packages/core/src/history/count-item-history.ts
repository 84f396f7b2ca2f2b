import type { Database } from '@shotclock/db';
import { countItemDays } from '@shotclock/db/all-accounts';

/** Bounds the cost of a call. The next call continues. */
const maxBatches = 100;
/** Number of items of a transaction, during which no screenshot can be deleted. */
const batchSize = 200;

/**
 * Counts the captures of all items on the days that have ended, so that their histories need not. It may be killed at any point, and
 * any number of processes can run it at once.
 * @returns the number of batches
 */
export async function countItemHistory(
  { db }: { db: Database },
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  for (let batches = 0; ; batches += 1)
    if (
      batches === maxBatches ||
      signal?.aborted ||
      !(await db.transaction((tx) => countItemDays(tx, batchSize)))
    )
      return batches;
}
