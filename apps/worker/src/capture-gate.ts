// shared: any number of captures at once ──(a job that runs alone waits)──► the running captures finish ──► alone ──► shared
// Jobs enter in order of arrival, so a job that runs alone does not wait forever.

/** Ensures that a capture that must run alone does not run at the same time as other captures of the worker. */
export type CaptureGate = {
  /**
   * Resolves when the capture may begin: with `alone`, once no other capture is running; otherwise, once no capture is
   * running alone. Also resolves when `signal` aborts. Disposing of the result marks the end of the capture.
   */
  enter(options: { alone: boolean; signal: AbortSignal }): Promise<Disposable>;
};

type Waiting = { alone: boolean; begin: () => void };

export function createCaptureGate(): CaptureGate {
  let running = 0;
  let runsAlone = false;
  let waiting: Waiting[] = [];

  function admit(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (runsAlone || (next.alone && running > 0)) return;
      waiting.shift();
      running += 1;
      runsAlone = next.alone;
      next.begin();
    }
  }

  function leave(): void {
    running -= 1;
    runsAlone = false;
    admit();
  }

  return {
    async enter({ alone, signal }) {
      const admitted = Promise.withResolvers<boolean>();
      const entry: Waiting = { alone, begin: () => admitted.resolve(true) };
      const giveUp = () => {
        waiting = waiting.filter((one) => one !== entry);
        admitted.resolve(false);
        admit();
      };
      waiting.push(entry);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      else admit();
      const entered = await admitted.promise;
      signal.removeEventListener('abort', giveUp);
      return { [Symbol.dispose]: () => entered && leave() };
    },
  };
}
