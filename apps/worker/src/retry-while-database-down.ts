import { isDatabaseUnavailable } from '@shotclock/db';
import { retry } from '@shotclock/runtime';

/**
 * Repeats `work` every 500 ms while the database is unavailable, so that an outage costs neither the job nor the capture. The
 * work must be fenced: an attempt may have taken effect although its response was lost.
 * @throws the error of the last attempt, when it has another cause or `signal` has aborted
 */
export async function retryWhileDatabaseDown<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return retry(work, { delayMs: 500, shouldRetry: isDatabaseUnavailable, signal });
}
