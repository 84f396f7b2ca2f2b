// sleep ──(timer | NOTIFY | stop)──► dispatch due runs ──► recover lost work ──► release to the queue ──► sleep
//                                └─► housekeeping, heartbeats and alerts, concurrently
// Every step is transactional, so the loop may be killed at any point, and several loops may run concurrently.
import { createDispatcher, type SendingContext } from '@shotclock/core';
import { channels } from '@shotclock/db';
import { runAlertLoops } from './alerts/alert-loops.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createHousekeeping, type HousekeepingContext } from './housekeeping.ts';
import { createLogBackoff } from './log-backoff.ts';
import { createSleeper } from './sleeper.ts';
import { createSteps } from './steps.ts';
import { subscribe } from './subscribe.ts';
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
    /** Prepares the sending of alerts. Null if there is no key for the addresses of destinations. */
    createSending: () => Promise<SendingContext | null>;
  };

export function createSchedulerLoop(ctx: LoopContext): SchedulerLoop {
  const { logger } = ctx;
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
      const alerts = runAlertLoops(ctx, steps, signal);
      const subscription = await subscribe(ctx, channels.work, () => sleeper.wake(), signal);
      try {
        while (!signal.aborted) {
          const sleepMs = await runIteration(signal);
          await sleeper.sleep(sleepMs, signal);
        }
      } finally {
        await dispatcher.finished();
        await housekeeping.finished();
        await alerts;
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
