// The only place that knows both backends: everything else sees these two shapes.
import { type IQueueBackend, type Processor, Queue, Worker, type WorkerOptions, withBackend } from 'bullmq';
import { type CaptureJob, captureJobs } from './capture-jobs.ts';
import { patientPostgresBackend } from './patient-postgres-backend.ts';
import type { QueueConnection } from './queue-connection.ts';

const KEPT_EVENTS = 1_000;
const RECONNECT_MAX_MS = 2_000;

export type CaptureQueue = Pick<Queue<CaptureJob>, 'addBulk' | 'waitUntilReady'> &
  OpenedEnd & {
    /** How many jobs there are, those that are worked on included. */
    count(): Promise<number>;
  };
export type CaptureWorker = Pick<Worker<CaptureJob>, 'run' | 'waitUntilReady'> &
  OpenedEnd & {
    /** Jobs at a time, from now on. */
    resize(concurrency: number): Promise<void>;
    /** Takes no more jobs and drops the connections at once. Who works on a job goes on; the queue gives it to another. */
    drop(): Promise<void>;
  };

export interface WorkerSettings extends Omit<WorkerOptions, 'connection' | 'autorun' | 'prefix'> {
  /** How long a single command may take before it fails. */
  deadlineMs: number;
  onError: (error: Error) => void;
  onFailed: (jobId: string | undefined, error: Error) => void;
  /** A lost worker's job waits again. */
  onStalled: (jobId: string) => void;
}

type OpenedEnd = {
  /** Asks the server something small. */
  ping(): Promise<unknown>;
  close(): Promise<void>;
  /** Drops the connections without waiting for anything. */
  abandon(): Promise<void>;
};

const postgresClasses = withBackend(patientPostgresBackend);

/** @param deadlineMs how long a single command may take before it fails */
export function openQueue(
  { backend, url, namespace }: QueueConnection,
  { deadlineMs, onError }: { deadlineMs: number; onError: (error: Error) => void },
): CaptureQueue {
  const streams = { events: { maxLen: KEPT_EVENTS } };
  const queue =
    backend === 'redis'
      ? new Queue<CaptureJob>(captureJobs.name, {
          // One retry: a producer says soon that the server is away, where a consumer waits for it.
          connection: { ...redisOptions(url), maxRetriesPerRequest: 1, commandTimeout: deadlineMs },
          prefix: redisPrefix(namespace),
          streams,
        })
      : new postgresClasses.Queue<CaptureJob>(captureJobs.name, {
          connection: postgresOptions(url, { max: 2, deadlineMs }),
          streams,
        });
  queue.on('error', onError);
  return {
    addBulk: (jobs) => queue.addBulk(jobs),
    waitUntilReady: () => queue.waitUntilReady(),
    count: () => queue.getJobCountByTypes('waiting', 'prioritized', 'delayed', 'active'),
    ping: () => pingBackend(queue.getBackend()),
    close: () => queue.close(),
    abandon: () => queue.getBackend().close(true),
  };
}

/** A worker that does not run yet. */
export function openWorker(
  { backend, url, namespace }: QueueConnection,
  process: Processor<CaptureJob>,
  settings: WorkerSettings,
): CaptureWorker {
  const { deadlineMs, onError, onFailed, onStalled, ...rest } = settings;
  const worker =
    backend === 'redis'
      ? new Worker<CaptureJob>(captureJobs.name, process, {
          ...rest,
          autorun: false,
          connection: redisOptions(url),
          prefix: redisPrefix(namespace),
        })
      : new postgresClasses.Worker<CaptureJob>(captureJobs.name, process, {
          ...rest,
          autorun: false,
          connection: postgresOptions(url, { max: 3, deadlineMs }),
        });
  worker.on('error', onError);
  worker.on('failed', (job, error) => onFailed(job?.id, error));
  worker.on('stalled', onStalled);
  return {
    run: () => worker.run(),
    waitUntilReady: () => worker.waitUntilReady(),
    ping: () => pingBackend(worker.getBackend()),
    close: () => worker.close(),
    abandon: () => worker.getBackend().close(true),
    async resize(concurrency) {
      worker.concurrency = concurrency;
      // It looks at the number only when a job comes or ends; resuming makes it look.
      await worker.pause(true);
      await worker.resume();
    },
    drop: () => worker.close(true),
  };
}

function pingBackend(backend: IQueueBackend): Promise<boolean> {
  return backend.hasQueueMetaField('paused');
}

/** All keys of a queue must be in one slot of a Redis cluster: the braces make that so. */
function redisPrefix(namespace: string): string {
  return `{${namespace}}`;
}

function redisOptions(url: string) {
  return { url, retryStrategy: (times: number) => Math.min(times * 200, RECONNECT_MAX_MS) };
}

function postgresOptions(url: string, { max, deadlineMs }: { max: number; deadlineMs: number }) {
  return {
    connectionString: url,
    application_name: 'shotclock-queue',
    max,
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
    keepAlive: true,
  };
}
