import { withTimeout } from '@shotclock/runtime';
import { type CaptureQueue, openQueue } from './backends.ts';
import { captureJobs, type PrioritizedCaptureJob } from './capture-jobs.ts';
import type { QueueConnection } from './queue-connection.ts';
import { type QueueLogger, throttledErrorLog } from './queue-logger.ts';

const timeoutMs = 5_000;
const closeTimeoutMs = 2_000;

/** The queue's server does not respond. Captures are not lost: the scheduler releases them again later. */
export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';
}

export type CaptureProducer = {
  /**
   * Adds the jobs. Jobs that are already waiting or running do not change, so the call can be retried.
   * @throws QueueUnavailableError within 5 s; some of the jobs may have been added
   */
  add(jobs: readonly PrioritizedCaptureJob[]): Promise<void>;
  /**
   * Number of waiting and running jobs in the queue.
   * @throws QueueUnavailableError within 5 s
   */
  count(): Promise<number>;
  /** @throws QueueUnavailableError within 5 s */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Creates a producer that connects on first use and reconnects on the next use after an error. */
export function createCaptureProducer(
  connection: QueueConnection,
  { logger }: { logger: QueueLogger },
): CaptureProducer {
  const onError = throttledErrorLog(logger, 'queue connection error');
  let current: CaptureQueue | undefined;

  async function use<T>(work: (queue: CaptureQueue) => Promise<T>): Promise<T> {
    current ??= openQueue(connection, { commandTimeoutMs: timeoutMs, onError });
    const queue = current;
    try {
      return await withTimeout(
        queue.waitUntilReady().then(() => work(queue)),
        timeoutMs,
      );
    } catch (cause) {
      if (current === queue) current = undefined;
      // After an error, the connection may keep failing, and commands may still be in its buffer.
      queue.disconnect().catch(onError);
      const server = connection.backend === 'redis' ? 'Redis' : 'Postgres';
      throw new QueueUnavailableError(`the queue on ${server} does not respond`, { cause });
    }
  }

  return {
    async add(jobs) {
      if (jobs.length === 0) return;
      const bulk = jobs.map((job) => ({
        name: captureJobs.name,
        data: captureJobs.payload(job),
        opts: captureJobs.options(job),
      }));
      await use((queue) => queue.addBulk(bulk));
    },
    count: () => use((queue) => queue.count()),
    async ping() {
      await use((queue) => queue.ping());
    },
    async close() {
      const queue = current;
      current = undefined;
      if (!queue) return;
      await withTimeout(queue.close(), closeTimeoutMs).catch(async (error: Error) => {
        onError(error);
        await queue.disconnect().catch(onError);
      });
    },
  };
}
