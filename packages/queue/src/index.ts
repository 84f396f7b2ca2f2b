export * from './capture-consumer.ts';
export * from './capture-jobs.ts';
export * from './capture-producer.ts';
export { checkQueueSchema } from './check-queue-schema.ts';
export * from './migrate-queue.ts';
export * from './queue-connection.ts';
export type { QueueLogger } from './queue-logger.ts';
