// sleep ──(timer | NOTIFY | stop)──► dispatch due runs ──► recover lost work ──► release to the queue ──► sleep
//                                └─► housekeeping and heartbeats, concurrently
// Every step is transactional, so the loop may be killed at any point, and several loops may run concurrently.
import { createDispatcher } from '@shotclock/core';
import { channels, type Database } from '@shotclock/db';
import { type Logger, retry } from '@shotclock/runtime';
import { startHeartbeat } from './heartbeat.ts';
import { createHousekeeping, type HousekeepingContext } from './housekeeping.ts';
import { createLogBackoff } from './log-backoff.ts';
import { createSleeper } from './sleeper.ts';
import { createSteps } from './steps.ts';
import { createTick, type TickContext } from './tick.ts';

/** A notification can be lost together with its connection, so the loop checks the tables at least this often. */
const maxSleepMs = 30_000;
/**
 * Another transaction may hold the work that is due. Without this pause, the loop would poll the database continuously in
 * the meantime.
 */
const minSleepMs = 20;
const retryDelayMs = 1_000;

export type SchedulerLoop = {
  /** Runs until `signal` aborts. Errors are logged with back-off, and the iteration is retried. */
  run(signal: AbortSignal): Promise<void>;
  /** Rejects if no iteration has succeeded for twice the maximum sleep, or if a step has been failing for a minute. */
  checkProgress(): Promise<void>;
};

type LoopContext = HousekeepingContext &
  TickContext & {
    /** Duration of the workers' leases. */
    leaseSeconds: number;
  };

export function createSchedulerLoop(ctx: LoopContext): SchedulerLoop {
  const { db, logger } = ctx;
  const sleeper = createSleeper();
  const steps = createSteps(ctx);
  const dispatcher = createDispatcher(ctx);
  const tick = createTick(ctx, steps, { dispatcher });
  const housekeeping = createHousekeeping(ctx, steps);
  let lastSuccessAt = performance.now();
  let failureLogs = createLogBackoff();

  /** Returns how long to sleep, in milliseconds. */
  async function runIteration(signal: AbortSignal): Promise<number> {
    try {
      // Housekeeping starts before the tick, because the tick takes a long time if the database or the queue is slow.
      housekeeping.startIfDue(signal);
      const untilNextMs = await tick();
      lastSuccessAt = performance.now();
      failureLogs = createLogBackoff();
      return Math.max(minSleepMs, Math.min(untilNextMs ?? maxSleepMs, maxSleepMs));
    } catch (error) {
      if (failureLogs.isDue('iteration'))
        logger.error({ err: error }, 'scheduler iteration failed; retrying');
      return retryDelayMs;
    }
  }

  return {
    async run(signal) {
      startHeartbeat(ctx, signal);
      const subscription = await subscribeToWork(db, () => sleeper.wake(), logger, signal);
      try {
        while (!signal.aborted) {
          const sleepMs = await runIteration(signal);
          await sleeper.sleep(sleepMs, signal);
        }
      } finally {
        await dispatcher.finished();
        await housekeeping.finished();
        await subscription
          ?.close()
          .catch((error: unknown) => logger.warn({ err: error }, 'closing the subscription failed'));
      }
    },
    async checkProgress() {
      const elapsedMs = Math.round(performance.now() - lastSuccessAt);
      if (elapsedMs > 2 * maxSleepMs)
        throw new Error(`no scheduler iteration has succeeded for ${elapsedMs} ms`);
      steps.check();
    },
  };
}

/** Subscribes to new work, and retries until the database responds. Returns undefined if `signal` aborts first. */
function subscribeToWork(db: Database, wake: () => void, logger: Logger, signal: AbortSignal) {
  const onRetry = (err: unknown) => logger.error({ err }, 'subscribing to the database failed; retrying');
  return retry(() => db.listen(channels.work, wake, wake), {
    delayMs: retryDelayMs,
    signal,
    onRetry,
  }).catch(() => undefined);
}
