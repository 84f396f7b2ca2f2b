import type { Database } from '@shotclock/db';
import { foldFacts, resumeCounting } from '@shotclock/db/all-accounts';

/** Bounds the cost of a call. The rest is counted by the next call. */
const maxBatches = 20;

/**
 * Adds facts to the counts, which keeps the lists fast. It may be killed at any point, and any number of processes can run it at once:
 * one of them counts. A transaction that is in progress, in any database of the server, delays the facts of later ones.
 * @param input.batch number of facts per statement, from 1 (default 5,000); a transaction with more is counted as a whole
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
