// shared: any number of captures at once ──(a job that runs alone waits)──► the running captures finish ──► alone ──► shared
// Jobs enter in the order of their arrival, so a job that runs alone does not wait forever.

/** Keeps the captures of one worker apart that must run alone. */
export type CaptureGate = {
  /**
   * Resolves when the capture may begin: with `alone`, when no other capture runs; otherwise, when no capture runs alone. Also
   * resolves when `signal` aborts. The capture has ended when the result is disposed.
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
