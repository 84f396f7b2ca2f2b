export * from './capture-consumer.ts';
export * from './capture-jobs.ts';
export * from './capture-producer.ts';
export * from './migrate-queue.ts';
export * from './queue-connection.ts';
export { findQueueFault } from './queue-fault.ts';
export type { QueueLogger } from './queue-logger.ts';
