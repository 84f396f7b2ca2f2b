import {
  checkQueueAfterSeconds,
  dispatchDue,
  lostWorkerCode,
  type RequestLimits,
  recoverLost,
  recoverLostJobs,
  releaseCaptures,
  unclaimedAfterSeconds,
} from '@shotclock/core';
import type { Database } from '@shotclock/db';
import { findDueWork } from '@shotclock/db/all-accounts';
import type { PrioritizedCaptureJob } from '@shotclock/queue';
import type { Logger, Metrics } from '@shotclock/runtime';

export type TickContext = {
  db: Database;
  enqueue: (jobs: PrioritizedCaptureJob[]) => Promise<void>;
  /** Returns the number of jobs in the queue, including active jobs. */
  queued: () => Promise<number>;
  /** Maximum number of captures that wait in the queue (`RELEASE_WINDOW`). */
  window: number;
  /** The limits of accounts without limits of their own. */
  limits: Pick<
    RequestLimits,
    'maxRunningCapturesPerAccount' | 'maxCapturesPerDayPerAccount' | 'maxStoredBytesPerAccount'
  >;
  captureAttempts: number;
  contentCheckPrice: number;
  metrics: Metrics<'scheduler'>;
  logger: Logger;
};

/** Maximum number of batches of due runs per tick, so that their captures are released before all runs are dispatched. */
const maxBatches = 20;

/** Settlements do not notify the schedulers, so captures that wait for the limit of their account are looked for. */
const limitedRetryMs = 1_000;

/**
 * Does all work of a scheduler that is due now. Returns the milliseconds until the next work is due, 0 if more work is due
 * already, and null if no work is scheduled.
 */
export async function tick(ctx: TickContext): Promise<number | null> {
  const { db, logger, metrics } = ctx;
  const times = { unclaimedAfterSeconds, checkQueueAfterSeconds };
  const due = await findDueWork(db.orm, times);
  let more = due.runs;
  for (let n = 0; more && n < maxBatches; n += 1) {
    const { dispatched, lagsMs, ...rest } = await dispatchDue(ctx);
    more = rest.more;
    for (const lagMs of lagsMs) metrics.runLag.observe(Math.max(0, lagMs) / 1_000);
    if (dispatched > 0) logger.info({ schedules: dispatched }, 'dispatched due schedules');
  }
  if (due.lostCaptures) await recoverCaptures(ctx);
  // The following steps use the queue, which may be unavailable.
  if (due.possiblyLostJobs) await recoverJobs(ctx);
  const { runs, lostCaptures, possiblyLostJobs, waitingCaptures } = due;
  if (!(runs || lostCaptures || possiblyLostJobs || waitingCaptures)) return due.msUntilNext;
  const { maxRunningCapturesPerAccount: maxPerAccount } = ctx.limits;
  const released = await releaseCaptures(ctx, { window: ctx.window, maxPerAccount });
  if (released > 0) logger.debug({ screenshots: released }, 'released captures to the queue');
  if (more) return 0;
  const next = await findDueWork(db.orm, times);
  const mayBeLimited = next.waitingCaptures && (next.limitedAccounts || maxPerAccount !== null);
  return mayBeLimited ? Math.min(next.msUntilNext ?? limitedRetryMs, limitedRetryMs) : next.msUntilNext;
}

async function recoverJobs(ctx: TickContext): Promise<void> {
  const lostJobs = await recoverLostJobs(ctx);
  ctx.metrics.jobsLost.add(lostJobs);
  if (lostJobs > 0)
    ctx.logger.warn({ screenshots: lostJobs }, 'the queue lost its jobs; releasing their captures again');
}

async function recoverCaptures(ctx: TickContext): Promise<void> {
  const { retried, failed, unclaimed } = await recoverLost(ctx);
  ctx.metrics.leasesExpired.add(retried + failed);
  ctx.metrics.retries.add(retried, { code: lostWorkerCode });
  ctx.metrics.settled.add(failed, { outcome: lostWorkerCode });
  ctx.metrics.jobsLost.add(unclaimed);
  const screenshots = retried + failed + unclaimed;
  if (screenshots > 0) ctx.logger.warn({ screenshots }, 'recovered lost captures');
}
