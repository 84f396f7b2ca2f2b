import { rejectOnAbort, retry } from '@shotclock/runtime';
import type { Abortable } from './object-store.ts';
import { StorageError } from './storage-error.ts';

const attempts = 5;
const firstDelayMs = 100;
/** Limits the total time if attempts fail slowly. */
const giveUpAfterMs = 20_000;

/**
 * Retries a store operation as long as it fails with a retryable StorageError: at most five attempts, with delays of
 * about 0.1, 0.3, 0.9 and 2.7 s, and no new attempt after 20 s. If the operation ignores an aborted `signal`, for example
 * because a file system hangs, it continues in the background.
 * @throws the error from the last attempt; `signal.reason` as soon as the signal aborts
 */
export async function retryWhileUnavailable<T>(
  operation: () => Promise<T>,
  { signal }: Abortable = {},
): Promise<T> {
  signal?.throwIfAborted();
  const retried = retry(operation, {
    attempts,
    giveUpAfterMs,
    signal,
    // The delay is reduced by up to half, at random, so that many writers do not retry at the same moment.
    delayMs: (attempt) => firstDelayMs * 3 ** (attempt - 1) * (0.5 + Math.random() / 2),
    shouldRetry: (error) => error instanceof StorageError && error.retryable,
  });
  return rejectOnAbort(retried, signal);
}
