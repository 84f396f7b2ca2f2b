import type { Database } from '@shotclock/db';
import { deleteEndedApiKeys as deleteBatch } from '@shotclock/db/all-accounts';

const keptDays = 90;
const batch = 1_000;

/** Deletes keys that ended more than 90 days ago in batches, each in its own statement. Returns the number of deleted keys. */
export async function deleteEndedApiKeys(ctx: { db: Database }): Promise<number> {
  let total = 0;
  for (let more = true; more; ) {
    const deleted = await deleteBatch(ctx.db.orm, { days: keptDays, limit: batch });
    total += deleted;
    more = deleted === batch;
  }
  return total;
}
