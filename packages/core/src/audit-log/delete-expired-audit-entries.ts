import type { Database } from '@shotclock/db';
import { deleteExpiredAuditEntries as deleteBatch } from '@shotclock/db/all-accounts';

const batch = 1_000;

/** Deletes entries that are older than `days` in batches, and returns their number. Null keeps all entries. */
export async function deleteExpiredAuditEntries(
  ctx: { db: Database },
  { days, signal }: { days: number | null; signal?: AbortSignal },
): Promise<number> {
  if (days === null) return 0;
  let total = 0;
  for (let more = true; more && !signal?.aborted; ) {
    const deleted = await ctx.db.transaction((tx) => deleteBatch(tx, { days, limit: batch }));
    total += deleted;
    more = deleted === batch;
  }
  return total;
}
