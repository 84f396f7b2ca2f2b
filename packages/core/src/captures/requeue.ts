import { type Attempt, notifyWork, returnToPending } from '@shotclock/db';
import type { WorkContext } from './work-context.ts';

/** Returns a capture to PENDING without using up an attempt, for a worker that shuts down. Other workers can claim it at once. */
export async function requeue(ctx: WorkContext, attempt: Attempt): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (await returnToPending(tx, attempt, { spent: 0, afterSeconds: 0 })) await notifyWork(tx);
  });
}
