import type { Database } from '@shotclock/db';
import { foldCountChanges } from '@shotclock/db/all-accounts';

/** Bounds the cost of a call. The rest is folded by the next call. */
const maxBatches = 20;

/**
 * Folds the changes of feed counts into the counts, which keeps the feeds fast. It may be killed at any point, and any number of
 * processes can run it at once.
 * @param input.batch maximum number of changes per statement, from 1 (default 5,000)
 * @returns the number of folded changes
 */
export async function foldFeedCounts(
  ctx: { db: Database },
  { batch = 5_000, signal }: { batch?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let total = 0;
  for (let n = 0; n < maxBatches && !signal?.aborted; n += 1) {
    const folded = await foldCountChanges(ctx.db.orm, batch);
    total += folded.reduce((sum, one) => sum + one, 0);
    if (folded.every((one) => one < batch)) break;
  }
  return total;
}
