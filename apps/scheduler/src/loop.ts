// sleep ──(time | NOTIFY | stop)──► dispatch due runs ──► recover lost work ──► release to the queue ──► sleep
//                                                                         └─► keep house, beside it
// Each step leaves the database whole, so the loop may be killed anywhere and several may run at once.
import { channels, type Database } from '@shotclock/db';
import { type Logger, retry } from '@shotclock/runtime';
import { createHousekeeping, type HousekeepingContext } from './housekeeping.ts';
import { type TickContext, tick } from './tick.ts';
import { createWakeUp } from './wake-up.ts';

/** A notification can be lost with its connection, so the loop looks at the tables at least this often. */
const longestSleepMs = 30_000;
/** What is due may be held by a transaction that takes its time; the database is not asked for it without a pause. */
const shortestSleepMs = 20;
const pauseAfterFaultMs = 1_000;

export type SchedulerLoop = {
  /** Runs until `signal` aborts; faults are logged and tried again. */
  run(signal: AbortSignal): Promise<void>;
  /** Rejects when no round ended well for longer than the loop ever sleeps. */
  checkProgress(): Promise<void>;
};

export function createSchedulerLoop(ctx: HousekeepingContext & TickContext): SchedulerLoop {
  const { db, logger } = ctx;
  const wakeUp = createWakeUp();
  const house = createHousekeeping(ctx);
  let cameRoundAt = performance.now();

  async function round(signal: AbortSignal): Promise<number> {
    try {
      // First, because the tick ends early when the queue is away.
      house.begin(signal);
      const untilNextMs = await tick(ctx);
      cameRoundAt = performance.now();
      return Math.max(shortestSleepMs, Math.min(untilNextMs ?? longestSleepMs, longestSleepMs));
    } catch (error) {
      logger.error({ err: error }, 'a round failed; trying again');
      return pauseAfterFaultMs;
    }
  }

  return {
    async run(signal) {
      const subscription = await subscribeToWork(db, () => wakeUp.ring(), logger, signal);
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

/** Subscribes to new work, and retries until the database responds. Undefined when `signal` aborts first. */
function subscribeToWork(db: Database, wake: () => void, logger: Logger, signal: AbortSignal) {
  const onRetry = (err: unknown) => logger.error({ err }, 'subscribing to the database failed; retrying');
  return retry(() => db.listen(channels.work, wake, wake), {
    delayMs: pauseAfterFaultMs,
    signal,
    onRetry,
  }).catch(() => undefined);
}
