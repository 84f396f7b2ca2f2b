/** Returns a function that shares one run of `work` among concurrent calls, and reuses its result for `maxAgeMs` after its end. */
export function reuse<T>(work: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
  let running: Promise<T> | undefined;
  let last: { result: T; until: number } | undefined;
  return async () => {
    if (last && performance.now() < last.until) return last.result;
    running ??= work()
      .then((result) => {
        last = { result, until: performance.now() + maxAgeMs };
        return result;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
