/** Work did not finish within its timeout of `ms` milliseconds. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly ms: number;

  constructor(ms: number) {
    super(`timed out after ${ms} ms`);
    this.ms = ms;
  }
}

/**
 * Waits for `work` for at most `ms` milliseconds. The timeout does not cancel the work, whose later result or rejection
 * is ignored.
 * @param options.fallback resolves with this value after the timeout instead of rejecting
 * @throws TimeoutError after the timeout if there is no fallback; the error from `work` if it rejects first
 */
export async function withTimeout<T, const F = never>(
  work: Promise<T>,
  ms: number,
  options?: { fallback: F },
): Promise<T | F> {
  const timeout = Promise.withResolvers<F>();
  const timer = setTimeout(() => {
    if (options) timeout.resolve(options.fallback);
    else timeout.reject(new TimeoutError(ms));
  }, ms);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
