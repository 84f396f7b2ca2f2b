import {
  checkQueueAfterSeconds,
  dispatchDue,
  recoverLost,
  recoverLostJobs,
  releaseCaptures,
  unclaimedAfterSeconds,
} from '@shotclock/core';
import { type Database, msUntilNextWork } from '@shotclock/db';
import type { PrioritizedCaptureJob } from '@shotclock/queue';
import type { Logger } from '@shotclock/runtime';

export type TickContext = {
  db: Database;
  enqueue: (jobs: PrioritizedCaptureJob[]) => Promise<void>;
  /** Returns the number of jobs in the queue, including active jobs. */
  queued: () => Promise<number>;
  /** Maximum number of captures that wait in the queue (`RELEASE_WINDOW`). */
  window: number;
  captureAttempts: number;
  contentCheckPrice: number;
  logger: Logger;
};

/** Maximum number of batches of due runs per tick, so that their captures are released before all runs are dispatched. */
const maxBatches = 20;

/**
 * Does all work of a scheduler that is due now. Returns the milliseconds until the next work is due, 0 if more work is due
 * already, and null if no work is scheduled.
 */
export async function tick(ctx: TickContext): Promise<number | null> {
  const { db, logger } = ctx;
  let more = true;
  for (let n = 0; more && n < maxBatches; n += 1) {
    const due = await dispatchDue(ctx);
    more = due.more;
    if (due.dispatched > 0) logger.info({ schedules: due.dispatched }, 'dispatched due schedules');
  }
  const recovered = await recoverLost(ctx);
  if (recovered > 0) logger.warn({ screenshots: recovered }, 'recovered lost captures');
  // The following steps use the queue, which may be unavailable.
  const lostJobs = await recoverLostJobs(ctx);
  if (lostJobs > 0)
    logger.warn({ screenshots: lostJobs }, 'the queue lost its jobs; releasing their captures again');
  const released = await releaseCaptures(ctx, { window: ctx.window });
  if (released > 0) logger.debug({ screenshots: released }, 'released captures to the queue');
  if (more) return 0;
  return msUntilNextWork(db.orm, { unclaimedAfterSeconds, checkQueueAfterSeconds });
}
