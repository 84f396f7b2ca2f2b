import { type Attempt, notifyWork, returnToPending } from '@shotclock/db';
import type { WorkContext } from './work-context.ts';

/** A worker that shuts down gives its unfinished work to the others, at once and without spending a try. */
export async function handBack(ctx: WorkContext, attempt: Attempt): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (await returnToPending(tx, attempt, { spent: 0, afterSeconds: 0 })) await notifyWork(tx);
  });
}
