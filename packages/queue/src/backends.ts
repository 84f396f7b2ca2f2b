// The only file that distinguishes between the two backends. All other files use CaptureQueue and CaptureWorker.
import { type IQueueBackend, type Processor, Queue, Worker, type WorkerOptions, withBackend } from 'bullmq';
import { type CaptureJob, captureJobs } from './capture-jobs.ts';
import { isJobError } from './job-error.ts';
import type { QueueConnection } from './queue-connection.ts';
import { redisConnection } from './redis-connection.ts';
import { retryingPostgresBackend } from './retrying-postgres-backend.ts';

const maxEvents = 1_000;

export type CaptureQueue = Pick<Queue<CaptureJob>, 'addBulk' | 'waitUntilReady'> &
  Connected & {
    /** Number of waiting and running jobs. */
    count(): Promise<number>;
    /** Deletes all jobs, including running ones. */
    empty(): Promise<void>;
  };
export type CaptureWorker = Pick<Worker<CaptureJob>, 'run' | 'waitUntilReady'> &
  Connected & {
    /** Sets the maximum number of jobs that run at the same time. */
    resize(concurrency: number): Promise<void>;
    /**
     * Stops taking jobs and disconnects immediately. Running jobs continue, but the queue delivers them to another worker
     * as well.
     */
    forceClose(): Promise<void>;
  };

export type WorkerSettings = Omit<WorkerOptions, 'connection' | 'autorun' | 'prefix'> & {
  commandTimeoutMs: number;
  onError: (error: Error) => void;
  /** Called when this worker has lost its lock on a job. The queue then delivers the job to another worker. */
  onLockLost: (error: Error) => void;
  onFailed: (job: { jobId: string | undefined; requestId: string | undefined }, error: Error) => void;
  /** Called when a job's lock has expired because its worker was lost. The job is back in the queue. */
  onStalled: (jobId: string) => void;
};

type Connected = {
  /** Sends a small query to the server. For Redis, the query is a write, which Redis refuses when its memory is full. */
  ping(): Promise<unknown>;
  close(): Promise<void>;
  /** Closes the connections without waiting for pending commands. */
  disconnect(): Promise<void>;
};

const postgresClasses = withBackend(retryingPostgresBackend);

export function openQueue(
  { backend, url, namespace }: QueueConnection,
  { commandTimeoutMs, onError }: { commandTimeoutMs: number; onError: (error: Error) => void },
): CaptureQueue {
  const streams = { events: { maxLen: maxEvents } };
  // There is only one retry, because a producer must fail quickly if the server is unavailable. A consumer waits for the
  // server.
  const redis =
    backend === 'redis'
      ? redisConnection(url, { maxRetriesPerRequest: 1, commandTimeout: commandTimeoutMs })
      : undefined;
  const queue =
    redis !== undefined
      ? new Queue<CaptureJob>(captureJobs.name, {
          connection: redis.connection,
          prefix: redisPrefix(namespace),
          streams,
        })
      : new postgresClasses.Queue<CaptureJob>(captureJobs.name, {
          connection: postgresOptions(url, { max: 2, commandTimeoutMs }),
          streams,
        });
  const disconnect = () => redis?.disconnect();
  queue.on('error', onError);
  return {
    addBulk: (jobs) => queue.addBulk(jobs),
    waitUntilReady: () => queue.waitUntilReady(),
    count: () => queue.getJobCountByTypes('waiting', 'prioritized', 'delayed', 'active'),
    empty: () => queue.obliterate({ force: true }),
    ping: () => pingBackend(queue.getBackend(), backend),
    close: () => queue.close().finally(disconnect),
    disconnect: () => queue.getBackend().close(true).finally(disconnect),
  };
}

/** Opens a worker, which does not take jobs until `run` is called. */
export function openWorker(
  { backend, url, namespace }: QueueConnection,
  process: Processor<CaptureJob>,
  settings: WorkerSettings,
): CaptureWorker {
  const { commandTimeoutMs, onError, onLockLost, onFailed, onStalled, ...rest } = settings;
  const redis = backend === 'redis' ? redisConnection(url, { maxRetriesPerRequest: null }) : undefined;
  const worker =
    redis !== undefined
      ? new Worker<CaptureJob>(captureJobs.name, process, {
          ...rest,
          autorun: false,
          connection: redis.connection,
          prefix: redisPrefix(namespace),
        })
      : new postgresClasses.Worker<CaptureJob>(captureJobs.name, process, {
          ...rest,
          autorun: false,
          connection: postgresOptions(url, { max: 4, commandTimeoutMs }),
        });
  const disconnect = () => redis?.disconnect();
  // Immediately after this event, BullMQ emits an error for each lock that it could not renew.
  let locksLost = 0;
  worker.on('lockRenewalFailed', (jobIds) => {
    locksLost += jobIds.length;
  });
  worker.on('error', (error) => {
    if (locksLost > 0) {
      locksLost -= 1;
      onLockLost(error);
    } else if (isJobError(error)) onLockLost(error);
    else onError(error);
  });
  worker.on('failed', (job, error) => onFailed({ jobId: job?.id, requestId: job?.data.requestId }, error));
  worker.on('stalled', onStalled);
  return {
    run: () => worker.run(),
    waitUntilReady: () => worker.waitUntilReady(),
    ping: () => pingBackend(worker.getBackend(), backend),
    close: () => worker.close().finally(disconnect),
    disconnect: () => worker.getBackend().close(true).finally(disconnect),
    async resize(concurrency) {
      worker.concurrency = concurrency;
      // BullMQ applies the new value when a job starts or ends. Resuming applies it immediately.
      await worker.pause(true);
      await worker.resume();
    },
    forceClose: () => worker.close(true).finally(disconnect),
  };
}

function pingBackend(queue: IQueueBackend, backend: QueueConnection['backend']): Promise<unknown> {
  return backend === 'redis' ? queue.setQueueMeta({ ping: 1 }) : queue.hasQueueMetaField('paused');
}

/** The braces put all keys of the queue into the same hash slot of a Redis cluster, as BullMQ requires. */
function redisPrefix(namespace: string): string {
  return `{${namespace}}`;
}

function postgresOptions(url: string, { max, commandTimeoutMs }: { max: number; commandTimeoutMs: number }) {
  return {
    url,
    name: 'shotclock-queue',
    max,
    connectionTimeoutMillis: commandTimeoutMs,
    query_timeout: commandTimeoutMs,
  };
}
