/**
 * Remembers which API keys have reached their limit, until their windows end. During a flood, further requests with such
 * a key are then counted neither in Redis nor in this process.
 */
export type ExhaustedKeys = {
  /** Seconds until the window of the key ends, at least 1; null if the key has not reached its limit. */
  secondsLeft(keyId: number): number | null;
  add(keyId: number, ms: number): void;
};

export function createExhaustedKeys(now: () => number = performance.now.bind(performance)): ExhaustedKeys {
  /** The end of each key's window, in the order in which the keys were added. */
  const ends = new Map<number, number>();
  return {
    secondsLeft(keyId) {
      const end = ends.get(keyId);
      if (end === undefined) return null;
      const ms = end - now();
      if (ms > 0) return Math.ceil(ms / 1_000);
      ends.delete(keyId);
      return null;
    },
    add(keyId, ms) {
      for (const [other, end] of ends) {
        if (end > now()) break;
        ends.delete(other);
      }
      ends.delete(keyId);
      ends.set(keyId, now() + ms);
    },
  };
}
