import type { Logger } from '@shotclock/runtime';

/** The logger methods that this package calls. A pino logger implements them. */
export type PostgresLogger = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
