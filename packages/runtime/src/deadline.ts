/** Time ran out. `ms` is the time that there was. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly ms: number;

  constructor(ms: number) {
    super(`not done within ${ms} ms`);
    this.ms = ms;
  }
}

/** A signal with an end. Dispose it when the work is done, so that its timer does not outlive the work. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal that aborts with a DeadlineError after `ms` milliseconds, or earlier with the reason of `parent`.
 * `using deadline = withDeadline(parent, 90_000);`
 */
export function withDeadline(parent: AbortSignal | undefined, ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DeadlineError(ms)), ms);
  const follow = () => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
}

/**
 * What `work` answers, if it answers within `ms` milliseconds and before `parent` aborts. Work that does not heed its
 * signal is left behind, and what it does later is ignored.
 * @throws DeadlineError when time ran out, the reason of `parent` when that aborted first
 */
export async function runWithDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms: number,
  parent?: AbortSignal,
): Promise<T> {
  using deadline = withDeadline(parent, ms);
  const { signal } = deadline;
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(signal), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
