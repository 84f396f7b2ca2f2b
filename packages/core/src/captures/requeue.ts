import { notifyWork } from '@shotclock/db';
import { type Attempt, returnToPending } from '@shotclock/db/all-accounts';
import type { WorkContext } from './work-context.ts';

/**
 * Returns a capture to PENDING without using up an attempt, because the worker is shutting down or the object store is failing.
 * @param options.afterSeconds delay before another worker can claim the capture; 0 by default
 * @returns false if the fencing token is stale; nothing was changed
 */
export async function requeue(
  ctx: WorkContext,
  attempt: Attempt,
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const requeued = await returnToPending(tx, attempt, { spent: 0, afterSeconds });
    if (requeued) notifyWork(tx);
    return requeued;
  });
}
