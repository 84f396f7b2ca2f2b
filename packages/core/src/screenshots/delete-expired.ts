import { type Database, deleteScreenshots, lockExpired } from '@shotclock/db';

const mostBatches = 20;

/**
 * Deletes finished screenshots of schedules whose `retentionDays` have passed since the capture, and answers how many. Each
 * batch is a transaction, 20 batches at most a call: what is left, or was locked, is the next call's.
 * @param batch screenshots of one transaction, from 1 (500)
 */
export async function deleteExpired(ctx: { db: Database }, { batch = 500 } = {}): Promise<number> {
  let deleted = 0;
  for (let n = 0; n < mostBatches; n += 1) {
    const ids = await ctx.db.transaction(async (tx) => {
      const expired = await lockExpired(tx, batch);
      await deleteScreenshots(tx, expired);
      return expired;
    });
    deleted += ids.length;
    if (ids.length < batch) break;
  }
  return deleted;
}
