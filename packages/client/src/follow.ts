import { abortableDelay } from './abortable-delay.ts';

export type FollowOptions = {
  /** Time between two reads in milliseconds. Default: 1,000. */
  intervalMs?: number;
  /** Throws the signal's reason, which ends the loop. Default: the signal passed to the call that started the work. */
  signal?: AbortSignal;
};

type Followed<T> = { read: (signal?: AbortSignal) => Promise<T>; isFinished: (state: T) => boolean };

/** Yields the states of a resource until it is finished: `first`, then the result of each read. */
export async function* follow<T>(
  first: Promise<T>,
  { read, isFinished }: Followed<T>,
  { intervalMs = 1_000, signal }: FollowOptions,
): AsyncGenerator<T> {
  let state = await untilAborted(first, signal);
  for (;;) {
    yield state;
    if (isFinished(state)) return;
    await abortableDelay(intervalMs, signal);
    state = await read(signal);
  }
}

/** Returns the last state, which is the finished resource. */
export async function lastState<T>(states: AsyncGenerator<T>): Promise<T> {
  let last: T | undefined;
  for await (const state of states) last = state;
  return last as T;
}

/** @throws the signal's reason as soon as the signal aborts. The work itself continues. */
function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
