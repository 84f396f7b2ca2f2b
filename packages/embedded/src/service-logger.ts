import type { Logger } from '@shotclock/runtime';

/** What the services need of a logger. */
export type ServiceLogger = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
