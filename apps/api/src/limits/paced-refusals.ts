/**
 * Spreads refusals over time, so that a client that sends a new request after each response cannot occupy the event loop.
 */
export type PacedRefusals = {
  /**
   * Resolves with true when the refusal may be sent, or immediately with false if too many refusals are waiting; the
   * caller must then close the connection.
   */
  turn(): Promise<boolean>;
};

/** Up to 2,000 refusals per second, which use a fifth of a core. */
const defaultPace = { perTurn: 10, pauseMs: 5, maxWaiting: 2_000 };

export function createPacedRefusals({ perTurn, pauseMs, maxWaiting } = defaultPace): PacedRefusals {
  const waiting: ((mayRefuse: true) => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function sendSome(): void {
    for (const resolve of waiting.splice(0, perTurn)) resolve(true);
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    turn() {
      if (waiting.length >= maxWaiting) return Promise.resolve(false);
      timer ??= setInterval(sendSome, pauseMs);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
