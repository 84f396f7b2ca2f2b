import type { Database } from '@shotclock/db';
import { foldFacts, resumeCounting } from '@shotclock/db/all-accounts';

/** Limits the cost of a call; the next call counts the rest. */
const maxBatches = 20;

/**
 * Adds facts to the counts that keep the lists fast. The process may be killed at any point. Any number of processes can
 * call this concurrently, but only one of them counts. An open transaction in any database on the server delays the
 * counting of facts from later transactions.
 * @param input.batch number of facts per statement, from 1 (default 5,000); a transaction with more facts is counted as a whole
 * @returns the number of counted facts
 */
export async function foldFeedCounts(
  ctx: { db: Database },
  { batch = 5_000, signal }: { batch?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let total = 0;
  for (let n = 0; n < maxBatches && !signal?.aborted; n += 1) {
    const { folded, isForeign } = await foldFacts(ctx.db.orm, batch);
    if (isForeign) await ctx.db.transaction(resumeCounting);
    total += folded;
    if (folded < batch && !isForeign) break;
  }
  return total;
}
