/** The reason of a signal whose deadline has passed. `ms` is the time that the work had. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly ms: number;

  constructor(ms: number) {
    super(`deadline exceeded after ${ms} ms`);
    this.ms = ms;
  }
}

/** Dispose it when the work ends, to clear the timer. */
export type Deadline = Disposable & { readonly signal: AbortSignal };

/**
 * Starts a deadline for a whole piece of work: its signal aborts with a DeadlineError after `ms` milliseconds, or earlier
 * with the reason of `parent`. Usage: `using deadline = withDeadline(parent, 90_000);`
 *
 * Unlike `AbortSignal.any([parent, AbortSignal.timeout(ms)])`, disposing it clears the timer, and the DeadlineError
 * distinguishes this deadline from every other timeout.
 */
export function withDeadline(parent: AbortSignal | undefined, ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DeadlineError(ms)), ms);
  const abortWithParent = () => controller.abort(parent?.reason);
  if (parent?.aborted) abortWithParent();
  else parent?.addEventListener('abort', abortWithParent, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', abortWithParent);
    },
  };
}
