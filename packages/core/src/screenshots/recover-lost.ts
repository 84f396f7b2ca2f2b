import { type Database, lockLostAttempts, unreleaseLost } from '@shotclock/db';
import { failAttemptIn } from './fail-attempt.ts';

const batch = 100;

/** Seconds after which a released capture that nobody claimed is released again: its message may be lost. */
export const lostAfterSeconds = 60;

/** Gives work back that lost its worker (the lease ran out) or its message. Answers how many screenshots it touched. */
export async function recoverLost(ctx: { db: Database }): Promise<number> {
  let recovered = 0;
  while (recovered < batch && (await recoverOne(ctx.db))) recovered += 1;
  return recovered + (await unreleaseLost(ctx.db.orm, lostAfterSeconds));
}

/** Each in a transaction of its own: settling one locks an execution and a wallet, which another's settlement may wait for. */
async function recoverOne(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [lost] = await lockLostAttempts(tx, 1);
    if (!lost) return false;
    await failAttemptIn(tx, lost, {
      code: 'worker_lost',
      description: 'The worker was lost while it captured the page, and no attempts are left.',
      retryable: true,
    });
    return true;
  });
}
