import {
  dispatchDue,
  forgottenAfterSeconds,
  lostAfterSeconds,
  recoverForgotten,
  recoverLost,
  releaseCaptures,
} from '@shotclock/core';
import { type Database, untilNextWork } from '@shotclock/db';
import type { PrioritizedCaptureJob } from '@shotclock/queue';
import type { Logger } from '@shotclock/runtime';

export type TickContext = {
  db: Database;
  enqueue: (jobs: PrioritizedCaptureJob[]) => Promise<void>;
  /** How many jobs the queue holds, those that are worked on included. */
  queued: () => Promise<number>;
  /** Captures that wait in the queue at most. */
  window: number;
  captureAttempts: number;
  contentCheckPrice: number;
  logger: Logger;
};

/** Batches of due runs in one tick: the captures of the first are not kept waiting for those of all. */
const mostBatches = 20;

/**
 * Does what there is to do for a scheduler now. Answers the milliseconds until time alone makes more work, 0 when there is
 * more already, null when nothing is ahead.
 */
export async function tick(ctx: TickContext): Promise<number | null> {
  const { db, logger } = ctx;
  let more = true;
  for (let n = 0; more && n < mostBatches; n += 1) {
    const due = await dispatchDue(ctx);
    more = due.more;
    if (due.dispatched > 0) logger.info({ schedules: due.dispatched }, 'dispatched due schedules');
  }
  const recovered = (await recoverLost(ctx)) + (await recoverForgotten(ctx));
  if (recovered > 0) logger.warn({ screenshots: recovered }, 'recovered lost captures');
  const released = await releaseCaptures(ctx, { window: ctx.window });
  if (released > 0) logger.debug({ screenshots: released }, 'released captures to the queue');
  if (more) return 0;
  return untilNextWork(db.orm, { lostAfterSeconds, lookAfterSeconds: forgottenAfterSeconds });
}
