import type { Database } from '@shotclock/db';
import { countItemDays } from '@shotclock/db/all-accounts';

/** Limits the cost of a call; the next call continues. */
const maxBatches = 100;
/** Number of items per transaction. Screenshots cannot be deleted during such a transaction. */
const batchSize = 200;

/**
 * Counts the captures of all items for completed days, so that they do not have to be counted whenever a history is read.
 * The process may be killed at any point, and any number of processes can call this concurrently.
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
