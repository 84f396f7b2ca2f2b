/**
 * Waits for `work`, but only until `signal` aborts. Use this for work that does not accept a signal: the work is not
 * canceled, and its later result or rejection is ignored.
 * @throws `signal.reason` as soon as the signal aborts; the error from `work` if it rejects first
 */
export async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    // The abort comes first, so that it takes precedence over work that has already settled.
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
