// Written by `pnpm barrels`, from what other files import.

export {
  type CaptureConsumer,
  type CaptureConsumerOptions,
  createCaptureConsumer,
} from './capture-consumer.ts';
export type { CaptureJob, PrioritizedCaptureJob } from './capture-jobs.ts';
export { type CaptureProducer, createCaptureProducer, QueueUnavailableError } from './capture-producer.ts';
export { checkQueueSchema } from './check-queue-schema.ts';
export { emptyQueue } from './empty-queue.ts';
export { inspectRedis } from './inspect-redis.ts';
export { migrateQueue } from './migrate-queue.ts';
export { type QueueConnection, queueConnection } from './queue-connection.ts';
export type { QueueLogger } from './queue-logger.ts';
