import { type Database, isDatabaseUnavailable, isInterrupted, pingDatabase } from '@shotclock/db';
import { retry } from '@shotclock/runtime';

/**
 * Maximum number of attempts that are interrupted while the database is available. The work itself may cause the
 * interruptions, for example if a row always takes too long.
 */
const maxInterruptions = 5;

/**
 * Retries `work` every `delayMs` milliseconds while the database is unavailable, so that an outage loses neither the job
 * nor the capture. If Postgres interrupts the work five times while it responds to other requests, the work is not
 * retried anymore, so that it does not occupy its slot forever. The work must be fenced, because an attempt may have
 * taken effect even though its response was lost.
 * @throws the error from the last attempt if it has a different cause, if `signal` has aborted, or after five interruptions
 */
export async function retryWhileDatabaseDown<T>(
  db: Database,
  work: () => Promise<T>,
  signal: AbortSignal,
  delayMs = 500,
): Promise<T> {
  let interruptions = 0;
  return retry(work, {
    delayMs,
    signal,
    async shouldRetry(error) {
      // A proxy in front of a database that is down also closes connections.
      if (isInterrupted(error) && (await responds(db))) interruptions += 1;
      return isDatabaseUnavailable(error) && interruptions < maxInterruptions;
    },
  });
}

const responds = (db: Database): Promise<boolean> =>
  pingDatabase(db).then(
    () => true,
    () => false,
  );
