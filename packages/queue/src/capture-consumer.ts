// connecting ──► running ──(close)──► draining: takes no jobs ──(all finished)─────────────────► closed
//   ▲  └──(error)──┐                    └──(graceMs)──► aborting ──(finished, or 5 s passed)──────┘
//   └── 0.2 … 5 s ─┘
// While running, BullMQ recovers from errors itself and retries once a second. BullMQ does not detect a connection that has
// stopped delivering jobs. The watchdog (delivery-watchdog.ts) does, and a new BullMQ worker then replaces the old one.
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@shotclock/runtime';
import { type CaptureWorker, openWorker } from './backends.ts';
import type { CaptureJob } from './capture-jobs.ts';
import { type DeliveryWatchdog, startDeliveryWatchdog } from './delivery-watchdog.ts';
import type { QueueConnection } from './queue-connection.ts';
import { type QueueLogger, throttledErrorLog } from './queue-logger.ts';

/**
 * This is short, so that the job of a killed worker is soon delivered to another worker. A duplicate delivery is
 * harmless, because the second claim finds no pending screenshot.
 */
const defaultLockMs = 6_000;
const retryDelayMs = 1_000;
const commandTimeoutMs = 10_000;
const pingTimeoutMs = 5_000;
const abortTimeoutMs = 5_000;
/** This is high, because the database decides when a capture that repeatedly kills its workers has failed. */
const maxRedeliveries = 10;

export type CaptureConsumerOptions = {
  connection: QueueConnection;
  /** Maximum number of jobs that run at the same time. */
  concurrency: number;
  /** Called at least once for each job. A rejection is logged and ends the job; BullMQ does not retry the job. */
  handle: (job: CaptureJob, signal: AbortSignal) => Promise<void>;
  /** Enables the watchdog, see `DeliveryWatchdogOptions`. */
  hasPendingJobs?: (ms: number) => Promise<boolean>;
  /** See `DeliveryWatchdogOptions`. */
  idleTimeoutMs?: number;
  logger: QueueLogger;
  /** A killed worker's jobs are delivered to another worker within about twice this time; 6 s by default. */
  lockMs?: number;
};

export type CaptureConsumer = {
  /** Starts taking jobs as soon as the server is available. */
  start(): void;
  /** Stops taking jobs, waits up to `graceMs` for running jobs, then aborts their signals and waits up to 5 s more. */
  close(options: { graceMs: number }): Promise<void>;
  /** @throws Error within 5 s if the server is unavailable or the consumer is not connected */
  ping(): Promise<void>;
  /** @throws Error while no jobs are delivered even though jobs are pending and a slot is free */
  checkProgress(): Promise<void>;
};

export function createCaptureConsumer(options: CaptureConsumerOptions): CaptureConsumer {
  const { connection, concurrency, handle, hasPendingJobs, logger, lockMs = defaultLockMs } = options;
  const onError = throttledErrorLog(logger, 'queue connection error');
  const onLockLost = throttledErrorLog(
    logger,
    'lock of a capture job was lost: another worker receives the job',
  );
  /** Aborts running jobs. */
  const aborting = new AbortController();
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  let worker: CaptureWorker | undefined;
  let replaced = Promise.withResolvers<void>();
  /**
   * Jobs that workers which have been replaced are still running. They use slots of the current worker until they finish.
   */
  const inherited = new Set<Promise<void>>();
  let watchdog: DeliveryWatchdog | undefined;
  let started = false;

  async function run(job: CaptureJob): Promise<void> {
    watchdog?.jobReceived();
    const handled = handle(job, aborting.signal);
    running.add(handled);
    try {
      await handled;
    } finally {
      running.delete(handled);
      if (inherited.delete(handled)) worker?.resize(concurrency - inherited.size).catch(onError);
    }
  }

  function open(): CaptureWorker {
    return openWorker(connection, (job) => run(job.data), {
      concurrency: concurrency - inherited.size,
      lockDuration: lockMs,
      stalledInterval: Math.round(lockMs / 3),
      maxStalledCount: maxRedeliveries,
      runRetryDelay: retryDelayMs,
      commandTimeoutMs,
      onError,
      onLockLost,
      onFailed: (job, err) => logger.warn({ err, ...job }, 'capture job failed'),
      onStalled: (jobId) => logger.info({ jobId }, 'capture job of a lost worker is delivered again'),
    });
  }

  /** Replaces the BullMQ worker. Called only while a slot is free, so that the new worker has at least one. */
  function reconnect(): void {
    for (const handled of running) inherited.add(handled);
    worker?.forceClose().catch(onError);
    replaced.resolve();
  }

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      const current = open();
      worker = current;
      replaced = Promise.withResolvers();
      try {
        await Promise.race([current.waitUntilReady(), replaced.promise]);
        failures = 0;
        await Promise.race([current.run(), replaced.promise]);
      } catch (error) {
        onError(error as Error);
      }
      if (closing.signal.aborted) return;
      worker = undefined;
      current.close().catch(onError);
      const delayMs = Math.min(200 * 2 ** failures, 5_000);
      await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function close(graceMs: number): Promise<void> {
    closing.abort();
    watchdog?.close();
    const current = worker;
    if (!current && inherited.size === 0) return;
    const closed = Promise.all([current?.close(), Promise.allSettled(inherited)]);
    closed.catch(onError);
    if (await finishesWithin(closed, graceMs)) return;
    aborting.abort(new Error('the worker is stopping'));
    if (await finishesWithin(closed, abortTimeoutMs)) return;
    logger.warn({}, 'capture jobs that ignored their signal are left to other workers');
    if (current) await finishesWithin(current.disconnect(), abortTimeoutMs);
  }

  return {
    start() {
      if (started) return;
      started = true;
      void keepRunning();
      if (!hasPendingJobs) return;
      const hasFreeSlot = () => running.size < concurrency;
      const { idleTimeoutMs } = options;
      watchdog = startDeliveryWatchdog({ hasPendingJobs, idleTimeoutMs, hasFreeSlot, reconnect, logger });
    },
    close: ({ graceMs }) => close(graceMs),
    async ping() {
      if (!worker) throw new Error('the queue is not connected');
      const current = worker;
      await withTimeout(
        current.waitUntilReady().then(() => current.ping()),
        pingTimeoutMs,
      );
    },
    checkProgress: async () => watchdog?.assertNotStalled(),
  };
}

/** Whether the work ends within `ms` milliseconds, successfully or not. */
async function finishesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const finished = work.then(
    () => true,
    () => true,
  );
  return withTimeout(finished, ms, { fallback: false });
}
