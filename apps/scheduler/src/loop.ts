// sleep ──(time | NOTIFY | stop)──► dispatch due runs ──► recover lost work ──► release to the queue ──► sleep
//                                                                         └─► keep house, beside it
// Each step leaves the database whole, so the loop may be killed anywhere and several may run at once.
import {
  dispatchDue,
  forgottenAfterSeconds,
  lostAfterSeconds,
  recoverForgotten,
  recoverLost,
  releaseCaptures,
} from '@shotclock/core';
import { channels, type Database, untilNextWork } from '@shotclock/db';
import type { PrioritizedCaptureJob } from '@shotclock/queue';
import type { Logger } from '@shotclock/runtime';
import { createHousekeeping, type HousekeepingContext } from './housekeeping.ts';
import { createWakeUp } from './wake-up.ts';

/** A notification can be lost with its connection, so the loop looks at the tables at least this often. */
const longestSleepMs = 30_000;
const pauseAfterFaultMs = 1_000;

export type SchedulerLoop = {
  /** Runs until `signal` aborts; faults are logged and tried again. */
  run(signal: AbortSignal): Promise<void>;
  /** Rejects when no round ended well for longer than the loop ever sleeps. */
  checkProgress(): Promise<void>;
};

export function createSchedulerLoop(
  ctx: HousekeepingContext & {
    enqueue: (jobs: PrioritizedCaptureJob[]) => Promise<void>;
    /** How many jobs the queue holds, those that are worked on included. */
    queued: () => Promise<number>;
    /** Captures that wait in the queue at most. */
    window: number;
    captureAttempts: number;
    contentCheckPrice: number;
    logger: Logger;
  },
): SchedulerLoop {
  const { db, logger } = ctx;
  const wakeUp = createWakeUp();
  const house = createHousekeeping(ctx);
  let cameRoundAt = performance.now();

  async function workThrough(signal: AbortSignal): Promise<void> {
    for (let more = true; more; ) {
      const due = await dispatchDue(ctx);
      more = due.more;
      if (due.dispatched > 0) logger.info({ schedules: due.dispatched }, 'dispatched due schedules');
    }
    const recovered = await recoverLost(ctx);
    if (recovered > 0) logger.warn({ screenshots: recovered }, 'recovered lost captures');
    house.begin(signal);
    // From here on the queue is asked, which may be away.
    const forgotten = await recoverForgotten(ctx);
    if (forgotten > 0) logger.warn({ screenshots: forgotten }, 'the queue was emptied; releasing anew');
    const released = await releaseCaptures(ctx, { window: ctx.window });
    if (released > 0) logger.debug({ screenshots: released }, 'released captures to the queue');
  }

  async function round(signal: AbortSignal): Promise<number> {
    try {
      await workThrough(signal);
      const next = await untilNextWork(db.orm, { lostAfterSeconds, lookAfterSeconds: forgottenAfterSeconds });
      cameRoundAt = performance.now();
      return Math.min(next ?? longestSleepMs, longestSleepMs);
    } catch (error) {
      logger.error({ err: error }, 'a round failed; trying again');
      return pauseAfterFaultMs;
    }
  }

  return {
    async run(signal) {
      const subscription = await listenPatiently(db, () => wakeUp.ring(), logger, signal);
      try {
        while (!signal.aborted) {
          const sleepMs = await round(signal);
          await wakeUp.sleep(sleepMs, signal);
        }
      } finally {
        await house.ended();
        await subscription
          ?.close()
          .catch((error: unknown) => logger.warn({ err: error }, 'unsubscribing failed'));
      }
    },
    async checkProgress() {
      const silentMs = Math.round(performance.now() - cameRoundAt);
      if (silentMs > 2 * longestSleepMs) throw new Error(`no round has ended well for ${silentMs} ms`);
    },
  };
}

/** Subscribes to work; a database that is away at the start is waited for. */
async function listenPatiently(db: Database, ring: () => void, logger: Logger, signal: AbortSignal) {
  const pause = createWakeUp();
  while (!signal.aborted) {
    try {
      return await db.listen(channels.work, ring, ring);
    } catch (error) {
      logger.error({ err: error }, 'the database cannot be listened to; trying again');
      await pause.sleep(pauseAfterFaultMs, signal);
    }
  }
  return undefined;
}
