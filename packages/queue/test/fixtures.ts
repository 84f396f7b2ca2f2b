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
export const quiet: QueueLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export type Backend = QueueConnection['backend'];
export const BACKENDS: Backend[] = ['postgres', 'redis'];

/** A queue of the caller's own, empty. */
export async function emptyQueue(
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

/** Producers and consumers that are closed together. */
export function opener() {
  const opened: (() => Promise<void>)[] = [];
  return {
    producer(connection: QueueConnection, logger = quiet): CaptureProducer {
      const producer = createCaptureProducer(connection, { logger });
      opened.push(() => producer.close());
      return producer;
    },
    /** A consumer that records the jobs it receives. */
    consumer(
      connection: QueueConnection,
      options: Partial<
        Pick<CaptureConsumerOptions, 'concurrency' | 'handle' | 'lockMs' | 'logger' | 'waiting'>
      > = {},
    ): CaptureConsumer & { seen: CaptureJob[]; received(screenshotId: number): boolean } {
      const seen: CaptureJob[] = [];
      const { handle = async () => undefined, ...rest } = options;
      const consumer = createCaptureConsumer({
        connection,
        concurrency: 1,
        logger: quiet,
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
