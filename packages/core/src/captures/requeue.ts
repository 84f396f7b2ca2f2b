import { notifyWork } from '@shotclock/db';
import { type Attempt, returnToPending } from '@shotclock/db/all-accounts';
import type { WorkContext } from './work-context.ts';

/**
 * Returns a capture to PENDING without using up an attempt: its worker shuts down, or the object store does not work.
 * @param options.afterSeconds delay before another worker can claim it; 0 by default
 */
export async function requeue(
  ctx: WorkContext,
  attempt: Attempt,
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (await returnToPending(tx, attempt, { spent: 0, afterSeconds })) await notifyWork(tx);
  });
}
