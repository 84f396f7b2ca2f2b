import { isDatabaseUnavailable } from '@shotclock/db';
import { type Logger, onceAMinute } from '@shotclock/runtime';

/**
 * Returns a function that logs database errors outside requests. Many listeners can encounter the same outage, so an outage is logged as at
 * most one warning per minute. Other errors are logged as errors.
 * @param consequence the consequence of an outage for clients
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
