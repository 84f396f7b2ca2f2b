/**
 * The reason of a signal that aborts because its deadline has passed. `ms` is the time that the work was allowed to take.
 */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly ms: number;

  constructor(ms: number) {
    super(`deadline exceeded after ${ms} ms`);
    this.ms = ms;
  }
}

/** Dispose of it when the work ends, to clear the timer. */
export type Deadline = Disposable & {
  readonly signal: AbortSignal;
  /** Remaining milliseconds, at least 0. */
  remainingMs(): number;
  /**
   * Pauses the deadline until the returned object is disposed, for example while the work waits for other work. Must not
   * be nested.
   */
  pause(): Disposable;
};

/**
 * Starts a deadline for a complete task. Its signal aborts with a DeadlineError after `ms` milliseconds, or earlier with
 * the reason from `parent`. Usage: `using deadline = withDeadline(parent, 90_000);`
 *
 * Unlike `AbortSignal.any([parent, AbortSignal.timeout(ms)])`, it can be disposed of, which clears the timer, and the
 * DeadlineError distinguishes this deadline from every other timeout.
 */
export function withDeadline(parent: AbortSignal | undefined, ms: number): Deadline {
  const controller = new AbortController();
  let leftMs = ms;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    startedAt = performance.now();
    timer = setTimeout(() => controller.abort(new DeadlineError(ms)), leftMs);
  };
  const stop = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    leftMs -= performance.now() - startedAt;
  };
  const abortWithParent = () => controller.abort(parent?.reason);
  if (parent?.aborted) abortWithParent();
  else parent?.addEventListener('abort', abortWithParent, { once: true });
  let disposed = false;
  start();
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, timer === undefined ? leftMs : leftMs - (performance.now() - startedAt)),
    pause() {
      stop();
      return { [Symbol.dispose]: () => void (!disposed && start()) };
    },
    [Symbol.dispose]() {
      disposed = true;
      stop();
      parent?.removeEventListener('abort', abortWithParent);
    },
  };
}
