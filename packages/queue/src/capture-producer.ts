import { withTimeout } from '@shotclock/runtime';
import { type CaptureQueue, openQueue } from './backends.ts';
import { captureJobs, type PrioritizedCaptureJob } from './capture-jobs.ts';
import type { QueueConnection } from './queue-connection.ts';
import { faultLog, type QueueLogger } from './queue-logger.ts';

/** From the call to the failure, when the server is away. */
const DEADLINE_MS = 5_000;
const CLOSE_MS = 2_000;

/** The server of the queue did not answer. Nothing is lost: the rows are released again later. */
export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';
}

export type CaptureProducer = {
  /**
   * Adds the jobs. Those that are waiting or running already are left as they are, so a repetition is harmless.
   * @throws QueueUnavailableError within 5 s when the server is away; some of the jobs may have been added
   */
  add(jobs: readonly PrioritizedCaptureJob[]): Promise<void>;
  /**
   * How many jobs the queue holds: those that wait and those that are worked on.
   * @throws QueueUnavailableError within 5 s when the server is away
   */
  count(): Promise<number>;
  /** @throws QueueUnavailableError within 5 s when the server is away */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Connects at the first use, and anew at the first use after a failure. */
export function createCaptureProducer(
  connection: QueueConnection,
  { logger }: { logger: QueueLogger },
): CaptureProducer {
  const onError = faultLog(logger, 'the connection to the queue has a fault');
  let opened: CaptureQueue | undefined;

  async function use<T>(work: (queue: CaptureQueue) => Promise<T>): Promise<T> {
    opened ??= openQueue(connection, { deadlineMs: DEADLINE_MS, onError });
    const queue = opened;
    try {
      return await withTimeout(
        queue.waitUntilReady().then(() => work(queue)),
        DEADLINE_MS,
      );
    } catch (cause) {
      if (opened === queue) opened = undefined;
      // A connection that failed once may keep its failure, or the commands that wait in it.
      queue.abandon().catch(onError);
      const where = connection.backend === 'redis' ? 'Redis' : 'Postgres';
      throw new QueueUnavailableError(`the queue on ${where} does not answer`, { cause });
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
      const queue = opened;
      opened = undefined;
      if (!queue) return;
      await withTimeout(queue.close(), CLOSE_MS).catch(async (error: Error) => {
        onError(error);
        await queue.abandon().catch(onError);
      });
    },
  };
}
