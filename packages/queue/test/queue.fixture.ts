import { randomUUID } from 'node:crypto';
import { createDatabase, redisUrl } from '@shotclock/testing';
import {
  type CaptureConsumer,
  type CaptureConsumerOptions,
  type CaptureJob,
  type CaptureProducer,
  createCaptureConsumer,
  createCaptureProducer,
  migrateQueue,
  type QueueConnection,
  type QueueLogger,
  queueConnection,
} from '../src/index.ts';

const nothing = () => undefined;
export const silentLogger: QueueLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export type Backend = QueueConnection['backend'];
export const backends: Backend[] = ['postgres', 'redis'];

/** Creates an empty queue for one test. */
export async function createQueue(
  backend: Backend,
): Promise<{ connection: QueueConnection; drop(): Promise<void> }> {
  if (backend === 'redis') {
    const connection = queueConnection({
      databaseUrl: 'postgres://unused.invalid/none',
      redisUrl: redisUrl(),
      namespace: `test-${randomUUID()}`,
    });
    return { connection, drop: async () => undefined };
  }
  const database = await createDatabase({ migrate: migrateQueue });
  return { connection: queueConnection({ databaseUrl: database.url }), drop: database.drop };
}

/** Creates producers and consumers, and closes them together. */
export function queueClients() {
  const opened: (() => Promise<void>)[] = [];
  return {
    producer(connection: QueueConnection, logger = silentLogger): CaptureProducer {
      const producer = createCaptureProducer(connection, { logger });
      opened.push(() => producer.close());
      return producer;
    },
    /** A consumer that records the jobs it receives. */
    consumer(
      connection: QueueConnection,
      options: Partial<
        Pick<
          CaptureConsumerOptions,
          'concurrency' | 'handle' | 'hasPendingJobs' | 'idleTimeoutMs' | 'lockMs' | 'logger'
        >
      > = {},
    ): CaptureConsumer & { seen: CaptureJob[]; received(screenshotId: number): boolean } {
      const seen: CaptureJob[] = [];
      const { handle = async () => undefined, ...rest } = options;
      const consumer = createCaptureConsumer({
        connection,
        concurrency: 1,
        logger: silentLogger,
        ...rest,
        handle: (job, signal) => {
          seen.push(job);
          return handle(job, signal);
        },
      });
      opened.push(() => consumer.close({ graceMs: 0 }));
      return Object.assign(consumer, {
        seen,
        received: (id: number) => seen.some(({ screenshotId }) => screenshotId === id),
      });
    },
    async closeAll(): Promise<void> {
      await Promise.all(opened.splice(0).map((close) => close()));
    },
  };
}

export function job(screenshotId: number, attempt = 1): CaptureJob {
  return { screenshotId, attempt };
}
