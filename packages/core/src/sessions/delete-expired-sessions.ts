import type { Database } from '@shotclock/db';
import { deleteExpiredSessions as deleteBatch } from '@shotclock/db/all-accounts';

const batch = 1_000;

/** Deletes expired sessions in batches, each in its own statement. Returns the number of deleted sessions. */
export async function deleteExpiredSessions(ctx: { db: Database }): Promise<number> {
  let total = 0;
  for (let more = true; more; ) {
    const deleted = await deleteBatch(ctx.db.orm, batch);
    total += deleted;
    more = deleted === batch;
  }
  return total;
}
