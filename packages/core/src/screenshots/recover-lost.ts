import { type Database, findLostAttempts, lockLostAttempt, unreleaseLost } from '@shotclock/db';
import { failAttemptIn } from './fail-attempt.ts';

const batch = 100;

/** Seconds after which a released capture that nobody claimed is released again: its message may be lost. */
export const lostAfterSeconds = 60;

/**
 * Gives work back that lost its worker (the lease ran out) or its message. Answers how many screenshots it touched. Each
 * attempt is a transaction of its own: several executions and counts in one would be locked in an order that is anyone's.
 */
export async function recoverLost(ctx: { db: Database }): Promise<number> {
  let recovered = 0;
  for (const found of await findLostAttempts(ctx.db.orm, batch)) {
    const ended = await ctx.db.transaction(async (tx) => {
      const lost = await lockLostAttempt(tx, found);
      if (!lost) return false;
      return failAttemptIn(tx, lost, {
        code: 'worker_lost',
        description: 'The worker was lost while it captured the page, and no attempts are left.',
        retryable: true,
      });
    });
    if (ended) recovered += 1;
  }
  return recovered + (await unreleaseLost(ctx.db.orm, lostAfterSeconds));
}
