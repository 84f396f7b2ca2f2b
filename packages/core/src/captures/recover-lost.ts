import { type Database, isDatabaseDown } from '@shotclock/db';
import { cancelUnclaimedReleases, hasUnclaimedCapture, lockExpiredAttempt } from '@shotclock/db/all-accounts';
import { type FailedAttempt, failAttemptIn, notifyFailed } from './fail-attempt.ts';

const batch = 100;
/** Maximum number of failures per call, which bounds the duration of the call. */
const maxFailures = 100;

/** Seconds after which a released but unclaimed capture is released again, because its job may have been lost. */
export const unclaimedAfterSeconds = 60;

/**
 * Seconds after which an unclaimed capture makes the scheduler check whether the queue still contains any jobs. Must
 * exceed the maximum time that enqueueing takes.
 */
export const checkQueueAfterSeconds = 6;

/** The failure code of a capture whose lease expired. */
export const lostWorkerCode = 'worker_lost';

export type Recovered = {
  /** Number of captures that are retried because their lease expired. */
  retried: number;
  /** Number of captures that failed because their lease expired and no attempts were left. */
  failed: number;
  /** Number of captures whose job was lost. */
  unclaimed: number;
  /** Captures whose lease expired but that could not be recovered. */
  failures: { screenshotId: number; error: unknown }[];
};

/**
 * Returns captures to PENDING, or fails them, if their worker was lost (the lease has expired) or their job was lost. A
 * capture that cannot be recovered stays unchanged and does not affect the recovery of other captures.
 * @param skipped captures that earlier calls could not recover; they are retried after all others. Pass the same set to each
 * call; it is updated.
 * @throws the driver's errors while the database is down
 */
export async function recoverLost(
  ctx: { db: Database },
  skipped: Set<number> = new Set(),
): Promise<Recovered> {
  const recovered = { retried: 0, failed: 0 };
  const failures: Recovered['failures'] = [];
  while (recovered.retried + recovered.failed < batch && failures.length < maxFailures) {
    let screenshotId: number | undefined;
    try {
      const outcome = await recoverOne(ctx, {
        except: [...skipped],
        onLocked: (id) => {
          screenshotId = id;
        },
      });
      if (outcome === null) skipped.clear();
      if (outcome === null || outcome === 'stale') break;
      recovered[outcome] += 1;
    } catch (error) {
      if (screenshotId === undefined || isDatabaseDown(error)) throw error;
      skipped.add(screenshotId);
      failures.push({ screenshotId, error });
    }
  }
  return {
    ...recovered,
    failures,
    unclaimed: await cancelUnclaimedReleases(ctx.db.orm, unclaimedAfterSeconds),
  };
}

/**
 * Recovers one capture per transaction. If a transaction recovered two captures, it would lock the second screenshot
 * after the first capture's check and wallet, in violation of the lock order (see settle.ts).
 */
async function recoverOne(
  ctx: { db: Database },
  { except, onLocked }: { except: number[]; onLocked: (screenshotId: number) => void },
): Promise<FailedAttempt | null> {
  const ended = await ctx.db.transaction(async (tx) => {
    const lost = await lockExpiredAttempt(tx, except);
    if (!lost) return null;
    onLocked(lost.screenshotId);
    return failAttemptIn(tx, lost, {
      code: lostWorkerCode,
      description: 'The worker stopped responding during the capture, and no attempts are left.',
    });
  });
  return ended && notifyFailed(ctx.db, ended);
}

/**
 * Marks unclaimed captures as waiting again if the queue has lost their jobs, for example because Redis lost its data:
 * captures are released, but the queue is empty.
 * @param ctx.queued returns the number of jobs in the queue, including active jobs
 * @returns the number of recovered captures
 */
export async function recoverLostJobs(ctx: { db: Database; queued: () => Promise<number> }): Promise<number> {
  if (!(await hasUnclaimedCapture(ctx.db.orm, checkQueueAfterSeconds))) return 0;
  if ((await ctx.queued()) > 0) return 0;
  return cancelUnclaimedReleases(ctx.db.orm, checkQueueAfterSeconds);
}
