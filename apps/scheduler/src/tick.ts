import { dispatchDue, lostAfterSeconds, recoverLost, releaseCaptures } from '@shotclock/core';
import { type Database, untilNextWork } from '@shotclock/db';
import type { PrioritizedCaptureJob } from '@shotclock/queue';
import type { Logger } from '@shotclock/runtime';

export type TickContext = {
  db: Database;
  enqueue: (jobs: PrioritizedCaptureJob[]) => Promise<void>;
  /** Captures that wait in the queue at most. */
  window: number;
  captureAttempts: number;
  contentCheckPrice: number;
  logger: Logger;
};

/**
 * Does what there is to do for a scheduler now; killed anywhere it leaves the database whole. Answers the milliseconds until
 * time alone makes more work, null when nothing is ahead.
 */
export async function tick(ctx: TickContext): Promise<number | null> {
  const { db, logger } = ctx;
  for (let more = true; more; ) {
    const due = await dispatchDue(ctx);
    more = due.more;
    if (due.dispatched > 0) logger.info({ schedules: due.dispatched }, 'dispatched due schedules');
  }
  const recovered = await recoverLost(ctx);
  if (recovered > 0) logger.warn({ screenshots: recovered }, 'recovered lost captures');
  const released = await releaseCaptures(ctx, { window: ctx.window });
  if (released > 0) logger.debug({ screenshots: released }, 'released captures to the queue');
  return untilNextWork(db.orm, lostAfterSeconds);
}
