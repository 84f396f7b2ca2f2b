import type { Database } from '@shotclock/db';
import { cancelUnclaimedReleases, hasUnclaimedCapture, lockExpiredAttempt } from '@shotclock/db/all-accounts';
import { type FailedAttempt, failAttemptIn, notifyFailed } from './fail-attempt.ts';

const batch = 100;

/** Seconds after which a released capture that no worker has claimed is released again: its job may be lost. */
export const unclaimedAfterSeconds = 60;

/**
 * Seconds after which an unclaimed capture makes the scheduler check whether the queue still holds jobs. Longer than enqueueing
 * may take.
 */
export const checkQueueAfterSeconds = 6;

/** The failure code of a capture whose lease expired. */
export const lostWorkerCode = 'worker_lost';

export type Recovered = {
  /** Captures whose lease expired, which are tried again. */
  retried: number;
  /** Captures whose lease expired, and that failed because no attempts were left. */
  failed: number;
  /** Captures whose job was lost. */
  unclaimed: number;
};

/** Returns captures to PENDING, or fails them, when their worker (the lease expired) or their job was lost. */
export async function recoverLost(ctx: { db: Database }): Promise<Recovered> {
  const recovered = { retried: 0, failed: 0 };
  while (recovered.retried + recovered.failed < batch) {
    const outcome = await recoverOne(ctx);
    if (outcome === null || outcome === 'stale') break;
    recovered[outcome] += 1;
  }
  return { ...recovered, unclaimed: await cancelUnclaimedReleases(ctx.db.orm, unclaimedAfterSeconds) };
}

/**
 * Recovers one capture per transaction. A second capture would lock its screenshot after the check and the wallet of the first,
 * against the lock order (see settle.ts).
 */
async function recoverOne(ctx: { db: Database }): Promise<FailedAttempt | null> {
  const ended = await ctx.db.transaction(async (tx) => {
    const lost = await lockExpiredAttempt(tx);
    if (!lost) return null;
    return failAttemptIn(tx, lost, {
      code: lostWorkerCode,
      description: 'The worker stopped responding during the capture, and no attempts are left.',
    });
  });
  return ended && notifyFailed(ctx.db, ended);
}

/**
 * Marks unclaimed captures as waiting again when the queue lost their jobs, for example because Redis lost its data. Captures are
 * released, but the queue holds no job.
 * @param ctx.queued the number of jobs in the queue, active ones included
 * @returns the number of recovered captures
 */
export async function recoverLostJobs(ctx: { db: Database; queued: () => Promise<number> }): Promise<number> {
  if (!(await hasUnclaimedCapture(ctx.db.orm, checkQueueAfterSeconds))) return 0;
  if ((await ctx.queued()) > 0) return 0;
  return cancelUnclaimedReleases(ctx.db.orm, checkQueueAfterSeconds);
}
