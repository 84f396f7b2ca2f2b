import { setTimeout as delay } from 'node:timers/promises';
import type { Abortable } from './object-store.ts';
import { StorageError } from './storage-error.ts';

const tries = 5;
const firstPauseMs = 100;
/** A store that takes long to fail is not waited for five times. */
const noTryAfterMs = 20_000;

/**
 * Runs an operation of a store again while it fails with a retryable StorageError: five times at most, after pauses of
 * about 0.1, 0.3, 0.9 and 2.7 s, and never when 20 s have passed.
 * An operation that does not heed `signal`, as on a file system that hangs, is left behind: it may still end.
 * @throws the last error; the reason of `signal`, which also cuts a pause short
 */
export async function retryFaults<T>(operation: () => Promise<T>, { signal }: Abortable = {}): Promise<T> {
  const startedAt = performance.now();
  for (let n = 1; ; n += 1) {
    try {
      signal?.throwIfAborted();
      return await unlessAborted(operation(), signal);
    } catch (error) {
      signal?.throwIfAborted();
      const passedMs = performance.now() - startedAt;
      if (!(error instanceof StorageError && error.retryable) || n === tries || passedMs > noTryAfterMs)
        throw error;
      // Between half and all of it, so that many writers do not come back together.
      await pause(firstPauseMs * 3 ** (n - 1) * (0.5 + Math.random() / 2), signal);
    }
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch {
    signal?.throwIfAborted();
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
