import {
  checkQueueAfterSeconds,
  createDispatcher,
  type Dispatcher,
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
import type { Logger, Metrics, SchedulerStep, Tracer } from '@shotclock/runtime';
import type { ReportFailure, StepResult, Steps } from './steps.ts';

export type TickContext = {
  db: Database;
  enqueue: (jobs: PrioritizedCaptureJob[]) => Promise<void>;
  /** Returns the number of jobs in the queue, including active jobs. */
  queued: () => Promise<number>;
  /** Maximum number of captures waiting in the queue (`RELEASE_WINDOW`). */
  window: number;
  /** The limits for accounts that have no limits of their own. */
  limits: Pick<
    RequestLimits,
    'maxRunningCapturesPerAccount' | 'maxCapturesPerDayPerAccount' | 'maxStoredBytesPerAccount'
  >;
  captureAttempts: number;
  contentCheckPrice: number;
  metrics: Metrics<'scheduler'>;
  /** Null or absent if traces are off. */
  tracer?: Tracer | null;
  logger: Logger;
};

/**
 * Maximum time to dispatch runs before captures are released, in milliseconds. At least one batch is always dispatched.
 */
const releaseEveryMs = 250;
/**
 * Settlements do not notify the schedulers, so the scheduler polls for captures that are waiting because of their
 * account's limit.
 */
const limitedRetryMs = 1_000;
/** Work that failed is still due and is retried after this time. */
const failureRetryMs = 1_000;

type TickOptions = { dispatchMs?: number; dispatcher?: Dispatcher };

/**
 * Creates the function that performs all scheduler work that is due. The function returns the milliseconds until the next
 * work is due: 0 if more work is already due, and null if no work is scheduled. A failed step does not prevent the other
 * steps from running.
 * @throws the database driver's error while the database is down
 */
export function createTick(
  ctx: TickContext,
  steps: Steps,
  { dispatchMs = releaseEveryMs, dispatcher = createDispatcher(ctx) }: TickOptions = {},
): () => Promise<number | null> {
  const { db } = ctx;
  const times = { unclaimedAfterSeconds, checkQueueAfterSeconds };
  const unrecoverable = new Set<number>();

  return async () => {
    const due = await findDueWork(db.orm, times);
    const { runs, lostCaptures, possiblyLostJobs, waitingCaptures } = due;
    const isWorkDue = runs || lostCaptures || possiblyLostJobs || waitingCaptures;
    let more = false;
    let succeeded = true;
    const run = async (
      step: SchedulerStep,
      isDue: boolean,
      work: (report: ReportFailure) => Promise<StepResult>,
    ) => {
      succeeded = (await steps.run(step, async (report) => (isDue ? work(report) : 'done'))) && succeeded;
    };
    await run('dispatch', runs || dispatcher.hasResult(), async (report) => {
      more = await dispatchRuns(ctx, dispatcher, { report, forMs: dispatchMs });
      return dispatcher.hasPostponed() ? 'pending' : 'done';
    });
    await run('recover_captures', lostCaptures, (report) => recoverCaptures(ctx, unrecoverable, report));
    await run('recover_jobs', possiblyLostJobs, () => recoverJobs(ctx));
    await run('release', isWorkDue, () => release(ctx));
    if (!isWorkDue) return due.msUntilNext;
    if (more) return 0;
    const next = await findDueWork(db.orm, times);
    const mayBeLimited =
      next.waitingCaptures && (next.limitedAccounts || ctx.limits.maxRunningCapturesPerAccount !== null);
    const msUntilNext = mayBeLimited
      ? Math.min(next.msUntilNext ?? limitedRetryMs, limitedRetryMs)
      : next.msUntilNext;
    if (!succeeded) return failureRetryMs;
    // Schedules that were postponed or are being dispatched in the background are still due.
    const postponedMs = dispatcher.msUntilRetry();
    if (postponedMs === null || !next.runs) return msUntilNext;
    return Math.min(postponedMs, failureRetryMs);
  };
}

/** Dispatches due runs for a limited time. Returns whether more runs may be due. */
async function dispatchRuns(
  { logger, metrics }: TickContext,
  dispatcher: Dispatcher,
  { report, forMs }: { report: ReportFailure; forMs: number },
): Promise<boolean> {
  const startedAt = performance.now();
  for (;;) {
    const { dispatched, lagsMs, more, failure } = await dispatcher.dispatch();
    for (const lagMs of lagsMs) metrics.runLag.observe(Math.max(0, lagMs) / 1_000);
    if (dispatched > 0) logger.info({ schedules: dispatched }, 'dispatched due schedules');
    if (failure) report(failure.error, { scheduleIds: failure.scheduleIds, outcome: failure.outcome });
    if (!more || performance.now() - startedAt >= forMs) return more;
  }
}

async function release(ctx: TickContext): Promise<StepResult> {
  const { maxRunningCapturesPerAccount: maxPerAccount } = ctx.limits;
  const released = await releaseCaptures(ctx, { window: ctx.window, maxPerAccount });
  if (released > 0) ctx.logger.debug({ screenshots: released }, 'released captures to the queue');
  return 'done';
}

async function recoverJobs(ctx: TickContext): Promise<StepResult> {
  const lostJobs = await recoverLostJobs(ctx);
  ctx.metrics.jobsLost.add(lostJobs);
  if (lostJobs > 0)
    ctx.logger.warn({ screenshots: lostJobs }, 'the queue lost its jobs; releasing their captures again');
  return 'done';
}

async function recoverCaptures(
  ctx: TickContext,
  unrecoverable: Set<number>,
  report: ReportFailure,
): Promise<StepResult> {
  const { retried, failed, failures, unclaimed } = await recoverLost(ctx, unrecoverable);
  ctx.metrics.leasesExpired.add(retried + failed);
  ctx.metrics.retries.add(retried, { code: lostWorkerCode });
  ctx.metrics.settled.add(failed, { outcome: lostWorkerCode });
  ctx.metrics.jobsLost.add(unclaimed);
  const screenshots = retried + failed + unclaimed;
  if (screenshots > 0) ctx.logger.warn({ screenshots }, 'recovered lost captures');
  for (const { screenshotId, error } of failures) report(error, { screenshotId });
  return 'done';
}
