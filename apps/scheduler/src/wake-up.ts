/** A bell that one sleeper listens for. Rung while nobody sleeps, it cuts the next sleep short: no ring is lost. */
export type WakeUp = {
  ring(): void;
  /** Sleeps until rung, `ms` passed, or `signal` aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

export function createWakeUp(): WakeUp {
  let rung = false;
  let awaken: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      awaken?.();
    },
    async sleep(ms, signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(done, ms);
          signal.addEventListener('abort', done);
          awaken = done;
          function done() {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            resolve();
          }
        });
        awaken = undefined;
      }
      rung = false;
    },
  };
}
