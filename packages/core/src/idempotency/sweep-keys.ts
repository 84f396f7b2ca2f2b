import { type Database, deleteExpiredKeys } from '@shotclock/db';

const batch = 1_000;

/** Removes keys whose 24 hours are over, in short statements, and answers how many. */
export async function sweepKeys(ctx: { db: Database }): Promise<number> {
  let swept = 0;
  for (let more = true; more; ) {
    const deleted = await deleteExpiredKeys(ctx.db.orm, batch);
    swept += deleted;
    more = deleted === batch;
  }
  return swept;
}
