import type { Database } from '@shotclock/db';
import { deleteExpiredAuditEntries as deleteBatch } from '@shotclock/db/all-accounts';
import { deleteInBatches } from '../delete-in-batches.ts';

/** Deletes entries older than `days`, in batches, and returns their number. Null keeps all entries. */
export async function deleteExpiredAuditEntries(
  { db }: { db: Database },
  { days, signal }: { days: number | null; signal?: AbortSignal },
): Promise<number> {
  if (days === null) return 0;
  return deleteInBatches((limit) => db.transaction((tx) => deleteBatch(tx, { days, limit })), signal);
}
