import { isDatabaseUnavailable } from '@shotclock/db';
import { type Logger, onceAMinute } from '@shotclock/runtime';

/**
 * Returns a function that logs database errors outside requests. Many listeners can encounter the same outage, so at most
 * one warning about it is logged per minute. Other errors are logged as errors.
 * @param consequence what an outage means for clients
 */
export function reportDatabaseErrors(
  logger: Pick<Logger, 'warn' | 'error'>,
  consequence: string,
): (error: unknown) => void {
  const warn = onceAMinute((err: unknown) =>
    logger.warn({ err }, `the database is unavailable; ${consequence}`),
  );
  return (err) => {
    if (isDatabaseUnavailable(err)) warn(err);
    else logger.error({ err }, 'a background statement failed');
  };
}
