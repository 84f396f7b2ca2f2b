import { type FollowOptions, follow, lastState } from './follow.ts';

/** Work that the API has started. Await it to read its first state, or wait for its result. */
export type Started<T> = Promise<T> & {
  /**
   * Resolves with the finished resource, even if it failed; see its `status`.
   * @throws ProblemError, or the signal's reason
   */
  wait(options?: FollowOptions): Promise<T>;
};

type Work<T> = {
  /** Starts the work. `prefer` is the value of the `Prefer` header. */
  start: (prefer: string, signal?: AbortSignal) => Promise<T>;
  read: (state: T, signal?: AbortSignal) => Promise<T>;
  isFinished: (state: T) => boolean;
  /** Aborts the call that starts the work and, by default, the calls that wait for its result. */
  signal?: AbortSignal | undefined;
  /** Whether the API may respond with the result. */
  canRespond: boolean;
};

/** Shorter than the usual proxy timeout (60 s). After this time, the client polls for the result. */
const waitSeconds = 30;

/**
 * Starts work whose result the API can wait for. The request is sent in a microtask, so `create(...).wait()` can ask the API to
 * wait, which takes only one request, and `await create(...)` still returns immediately.
 */
export function startWork<T>({ start, read, isFinished, signal, canRespond }: Work<T>): Started<T> {
  let prefer = 'respond-async';
  let startSignal = signal;
  const started = Promise.resolve().then(() => start(prefer, startSignal));
  const wait = async (options: FollowOptions = {}) => {
    if (canRespond) prefer = `wait=${waitSeconds}`;
    startSignal = options.signal ?? signal;
    const readAgain = async (until?: AbortSignal) => read(await started, until);
    return lastState(follow(started, { read: readAgain, isFinished }, { signal, ...options }));
  };
  return Object.assign(started, { wait });
}
