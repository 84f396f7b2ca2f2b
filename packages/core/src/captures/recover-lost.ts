import { type Database, lockLostAttempt, releasedWaits, unreleaseLost } from '@shotclock/db';
import { failAttemptIn } from './fail-attempt.ts';

const batch = 100;

/** Seconds after which a released capture that nobody claimed is released again: its message may be lost. */
export const lostAfterSeconds = 60;

/** Seconds after which it is looked whether the queue has forgotten a released capture; longer than adding one may take. */
export const forgottenAfterSeconds = 6;

/** Gives work back that lost its worker (the lease ran out) or its message. Answers how many screenshots it touched. */
export async function recoverLost(ctx: { db: Database }): Promise<number> {
  let recovered = 0;
  while (recovered < batch && (await recoverOne(ctx))) recovered += 1;
  return recovered + (await unreleaseLost(ctx.db.orm, lostAfterSeconds));
}

/** One a transaction: two would take the second screenshot after the first one's counts, against the order of locks. */
async function recoverOne(ctx: { db: Database }): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const lost = await lockLostAttempt(tx);
    if (!lost) return false;
    return failAttemptIn(tx, lost, {
      code: 'worker_lost',
      description: 'The worker was lost while it captured the page, and no attempts are left.',
    });
  });
}

/**
 * Gives work back that an emptied queue forgot: captures were released, and it holds no job at all. Answers how many.
 * @param ctx.queued how many jobs the queue holds, those that are worked on included
 */
export async function recoverForgotten(ctx: {
  db: Database;
  queued: () => Promise<number>;
}): Promise<number> {
  if (!(await releasedWaits(ctx.db.orm, forgottenAfterSeconds))) return 0;
  if ((await ctx.queued()) > 0) return 0;
  return unreleaseLost(ctx.db.orm, forgottenAfterSeconds);
}
