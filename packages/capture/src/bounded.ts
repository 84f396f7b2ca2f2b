/** What `bounded` answers when the time ran out first. */
export const ranOut = Symbol('ran out');

/** `work`, or `ranOut` after `ms` milliseconds. The work is not called off; its later failure is swallowed. */
export async function bounded<T>(work: Promise<T>, ms: number): Promise<T | typeof ranOut> {
  const { promise, resolve } = Promise.withResolvers<typeof ranOut>();
  const timer = setTimeout(resolve, ms, ranOut);
  work.catch(() => undefined);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** `work`, or the signal's reason as soon as it aborts. The work's later failure is swallowed. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
