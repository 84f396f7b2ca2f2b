import { setTimeout as sleep } from 'node:timers/promises';

export type RetryOptions = {
  /** Milliseconds between attempts; a function receives the number of the failed attempt, from 1. */
  delayMs: number | ((attempt: number) => number);
  /** Whether another attempt may succeed after this error; true for every error by default. */
  shouldRetry?: (error: unknown) => boolean | Promise<boolean>;
  /** Maximum number of attempts; unlimited by default. */
  attempts?: number;
  /** No new attempt starts once this many milliseconds have passed since the call; unlimited by default. */
  giveUpAfterMs?: number;
  /** When the signal aborts, a delay ends immediately and no new attempt starts. A running attempt is not interrupted. */
  signal?: AbortSignal | undefined;
  /** Called before each delay, so that the failure can be logged. */
  onRetry?: (error: unknown, attempt: number) => void;
};

/**
 * Runs `work` until an attempt succeeds. The first attempt is always made, even if `signal` has aborted.
 *
 * To stop waiting for a running attempt as well, and to reject with the signal's reason instead of the last error, wrap
 * the call: `rejectOnAbort(retry(work, { signal, … }), signal)`.
 * @throws the error from the last attempt
 */
export async function retry<T>(
  work: (attempt: number) => Promise<T>,
  {
    delayMs,
    shouldRetry = () => true,
    attempts = Number.POSITIVE_INFINITY,
    giveUpAfterMs = Number.POSITIVE_INFINITY,
    signal,
    onRetry,
  }: RetryOptions,
): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const elapsedMs = performance.now() - startedAt;
      if (signal?.aborted || attempt >= attempts || elapsedMs > giveUpAfterMs) throw error;
      if (!(await shouldRetry(error))) throw error;
      onRetry?.(error, attempt);
      const pauseMs = typeof delayMs === 'number' ? delayMs : delayMs(attempt);
      const slept = await sleep(pauseMs, true, { signal }).catch(() => false);
      if (!slept) throw error;
    }
  }
}
