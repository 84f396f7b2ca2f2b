/**
 * A sleep that can be interrupted. If `wake` is called while nothing is sleeping, the next sleep ends immediately, so no
 * wake-up is lost.
 */
export type Sleeper = {
  wake(): void;
  /** Sleeps until `wake` is called, `ms` have passed, or `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

export function createSleeper(): Sleeper {
  let wakePending = false;
  let endSleep: (() => void) | undefined;
  return {
    wake() {
      wakePending = true;
      endSleep?.();
    },
    async sleep(ms, signal) {
      if (!wakePending && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(end, ms);
          signal.addEventListener('abort', end);
          endSleep = end;
          function end() {
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
            resolve();
          }
        });
        endSleep = undefined;
      }
      wakePending = false;
    },
  };
}
