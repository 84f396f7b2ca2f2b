import { type Database, lockLostAttempts, unreleaseLost } from '@shotclock/db';
import { failAttemptIn } from './fail-attempt.ts';

const batch = 100;

/** Seconds after which a released capture that nobody claimed is released again: its message may be lost. */
export const lostAfterSeconds = 60;

/** Gives work back that lost its worker (the lease ran out) or its message. Answers how many screenshots it touched. */
export async function recoverLost(ctx: { db: Database }): Promise<number> {
  const recovered = await ctx.db.transaction(async (tx) => {
    const lost = await lockLostAttempts(tx, batch);
    for (const attempt of lost)
      await failAttemptIn(tx, attempt, {
        code: 'worker_lost',
        description: 'The worker was lost while it captured the page, and no attempts are left.',
        retryable: true,
      });
    return lost.length;
  });
  return recovered + (await unreleaseLost(ctx.db.orm, lostAfterSeconds));
}
