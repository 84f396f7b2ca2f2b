import { isDatabaseUnavailable } from '@shotclock/db';
import { type Logger, onceAMinute } from '@shotclock/runtime';

/**
 * Returns a function that logs database errors that do not fail a request. Many listeners can meet the same outage, so an outage is one
 * warning in a minute. Other errors are faults.
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
    else logger.error({ err }, 'a statement in the background failed');
  };
}
