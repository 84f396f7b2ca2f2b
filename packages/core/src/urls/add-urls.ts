import type { Database } from '@shotclock/db';
import { addUrls as addNext, urlSources } from '@shotclock/db/all-accounts';

/** Limits the cost of a call for each table; the next call continues. */
const maxBatches = 20;
/** Number of records per statement. Adding a new URL takes 0.3 ms. */
const batch = 1_000;

/**
 * Adds the URLs of new captures, checks and items to the URLs that `urlContains` searches. The process may be killed at any
 * point. Any number of processes can call this concurrently, but only one of them adds URLs.
 * @returns the number of records whose URLs were added or already known
 */
export async function addUrls(
  { db }: { db: Database },
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  let total = 0;
  for (const source of urlSources)
    for (let n = 0; n < maxBatches && !signal?.aborted; n += 1) {
      const records = await addNext(db.orm, source, batch);
      total += records;
      if (records < batch) break;
    }
  return total;
}
