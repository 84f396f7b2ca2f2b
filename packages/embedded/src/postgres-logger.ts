import type { Logger } from '@shotclock/runtime';

/** The methods that this package calls; a pino logger has them. */
export type PostgresLogger = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
