import type { Database } from '@shotclock/db';
import { deleteExpiredFacts as deleteBatch } from '@shotclock/db/all-accounts';
import { deleteInBatches } from '../delete-in-batches.ts';

/** How long facts are kept, once they are counted. */
const days = 7;

/** Deletes facts that are older than 7 days in batches, and returns their number. */
export async function deleteExpiredFacts(
  { db }: { db: Database },
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  return deleteInBatches((limit) => db.transaction((tx) => deleteBatch(tx, { days, limit })), signal);
}
