import type { Database } from '@shotclock/db';
import { deleteExpiredFacts as deleteBatch } from '@shotclock/db/all-accounts';
import { deleteInBatches } from '../delete-in-batches.ts';

/** Number of days for which counted facts are kept. */
const days = 7;

/** Deletes, in batches, facts that are older than 7 days. Returns their number. */
export async function deleteExpiredFacts(
  { db }: { db: Database },
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  return deleteInBatches((limit) => db.transaction((tx) => deleteBatch(tx, { days, limit })), signal);
}
