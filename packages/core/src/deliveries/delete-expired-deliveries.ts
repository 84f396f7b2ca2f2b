import type { Database } from '@shotclock/db';
import { deleteExpiredDeliveries as deleteBatch } from '@shotclock/db/all-accounts';
import { deleteInBatches } from '../delete-in-batches.ts';

/** Deletes, in batches, completed deliveries that are older than `days`. Returns their number. */
export async function deleteExpiredDeliveries(
  { db }: { db: Database },
  { days, signal }: { days: number; signal?: AbortSignal },
): Promise<number> {
  return deleteInBatches((limit) => db.transaction((tx) => deleteBatch(tx, { days, limit })), signal);
}
