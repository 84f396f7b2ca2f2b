import type { Database } from '@shotclock/db';
import { addUrls as addNext, urlSources } from '@shotclock/db/all-accounts';

/** No statement is started after this time for each table; the next call continues. */
const maxMs = 3_000;
/** For each statement. Adding a new URL takes 5 µs per character. */
const max = { records: 1_000, characters: 100_000 };

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
  for (const source of urlSources) {
    const endsAt = performance.now() + maxMs;
    for (let records = 1; records > 0 && performance.now() < endsAt && !signal?.aborted; ) {
      records = await addNext(db.orm, source, max);
      total += records;
    }
  }
  return total;
}
