import { type Database, isDatabaseUnavailable, isInterrupted, pingDatabase } from '@shotclock/db';
import { retry } from '@shotclock/runtime';

/** Maximum number of attempts that end although the database works. Such work may be the cause, for example a row that always takes too long. */
const maxInterruptions = 5;

/**
 * Repeats `work` every `delayMs` milliseconds while the database is unavailable, so that an outage costs neither the job nor the capture. Work that Postgres
 * ends five times while it responds to others is not repeated, so that it does not hold its slot forever. The work must be fenced: an attempt
 * may have taken effect although its response was lost.
 * @throws the error of the last attempt, when it has another cause, when `signal` has aborted, or after five interruptions
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
      // A proxy in front of a database that is down also ends connections.
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
