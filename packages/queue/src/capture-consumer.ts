// connecting ──► running ──(close)──► draining: takes no more ──(all done)──────────────► closed
//   ▲  └──(fault)──┐                    └──(graceMs)──► aborting ──(done, or ABORT_MS)──────┘
//   └── 0.2 … 5 s ─┘     Faults while running are BullMQ's to mend; it asks again every RETRY_MS.
// What it does not notice is a connection that brings nothing: idle-watch.ts does, and a new worker takes the old one's place.
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@shotclock/runtime';
import { type CaptureWorker, openWorker } from './backends.ts';
import type { CaptureJob } from './capture-jobs.ts';
import { type IdleWatch, type WaitingWork, watchIdleness } from './idle-watch.ts';
import type { QueueConnection } from './queue-connection.ts';
import { faultLog, type QueueLogger } from './queue-logger.ts';

/** Short: a job that comes twice is dropped by its claim, and one that a killed worker had not claimed yet must not wait. */
const LOCK_MS = 6_000;
const RETRY_MS = 1_000;
const DEADLINE_MS = 10_000;
const PING_MS = 5_000;
const ABORT_MS = 5_000;
/** Whether a capture that keeps killing its worker is given up is decided in the database. */
const MAX_REDELIVERIES = 10;

export type CaptureConsumerOptions = {
  connection: QueueConnection;
  /** Jobs at a time. */
  concurrency: number;
  /** Called at least once for each job. A rejection is logged and ends the job: trying again is the database's business. */
  handle: (job: CaptureJob, signal: AbortSignal) => Promise<void>;
  /** How to know of work that does not come, where that can be known. */
  waiting?: WaitingWork;
  logger: QueueLogger;
  /** After a worker was killed its jobs go to others within about twice this time; 6 s when left out. */
  lockMs?: number;
};

export type CaptureConsumer = {
  /** Begins to take jobs, now or as soon as the server can be reached. */
  start(): void;
  /** Takes no more jobs, waits up to `graceMs` for the running ones, then aborts their signals and waits a little more. */
  close(options: { graceMs: number }): Promise<void>;
  /** @throws Error within 5 s when the server is away or the consumer is not connected */
  ping(): Promise<void>;
  /** @throws Error while work waits for a free slot and does not come */
  checkProgress(): Promise<void>;
};

export function createCaptureConsumer(options: CaptureConsumerOptions): CaptureConsumer {
  const { connection, concurrency, handle, waiting, logger, lockMs = LOCK_MS } = options;
  const onError = faultLog(logger, 'the connection to the queue has a fault');
  const jobs = new AbortController();
  const closing = new AbortController();
  const handling = new Set<Promise<void>>();
  let worker: CaptureWorker | undefined;
  let dropped = Promise.withResolvers<void>();
  /** Those whose worker was dropped: they go on, and take from the next one's slots. */
  const left = new Set<Promise<void>>();
  let watch: IdleWatch | undefined;
  let started = false;

  async function take(job: CaptureJob): Promise<void> {
    watch?.taken();
    const handled = handle(job, jobs.signal);
    handling.add(handled);
    try {
      await handled;
    } finally {
      handling.delete(handled);
      if (left.delete(handled)) worker?.resize(concurrency - left.size).catch(onError);
    }
  }

  function open(): CaptureWorker {
    return openWorker(connection, (job) => take(job.data), {
      concurrency: concurrency - left.size,
      lockDuration: lockMs,
      stalledInterval: Math.round(lockMs / 3),
      maxStalledCount: MAX_REDELIVERIES,
      runRetryDelay: RETRY_MS,
      deadlineMs: DEADLINE_MS,
      onError,
      onFailed: (jobId, err) => logger.warn({ err, jobId }, 'a capture job failed'),
      onStalled: (jobId) => logger.info({ jobId }, "a lost worker's capture job is taken up again"),
    });
  }

  /** Only with a free slot, so that the next worker has one. */
  function reopen(): void {
    for (const handled of handling) left.add(handled);
    worker?.drop().catch(onError);
    dropped.resolve();
  }

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      const current = open();
      worker = current;
      dropped = Promise.withResolvers();
      try {
        await Promise.race([current.waitUntilReady(), dropped.promise]);
        failures = 0;
        await Promise.race([current.run(), dropped.promise]);
      } catch (error) {
        onError(error as Error);
      }
      if (closing.signal.aborted) return;
      worker = undefined;
      current.close().catch(onError);
      const pauseMs = Math.min(200 * 2 ** failures, 5_000);
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function closeWorker(graceMs: number): Promise<void> {
    closing.abort();
    watch?.close();
    const current = worker;
    if (!current && left.size === 0) return;
    const closed = Promise.all([current?.close(), Promise.allSettled(left)]);
    closed.catch(onError);
    if (await finishesWithin(closed, graceMs)) return;
    jobs.abort(new Error('the worker stops'));
    if (await finishesWithin(closed, ABORT_MS)) return;
    logger.warn({}, 'jobs that did not heed their signal are left to other workers');
    if (current) await finishesWithin(current.abandon(), ABORT_MS);
  }

  return {
    start() {
      if (started) return;
      started = true;
      void keepRunning();
      if (waiting)
        watch = watchIdleness(waiting, { hasFreeSlot: () => handling.size < concurrency, reopen, logger });
    },
    close: ({ graceMs }) => closeWorker(graceMs),
    async ping() {
      if (!worker) throw new Error('the queue is not connected');
      const current = worker;
      await withTimeout(
        current.waitUntilReady().then(() => current.ping()),
        PING_MS,
      );
    },
    checkProgress: async () => watch?.check(),
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
