const [firstPauseMs, maxPauseMs] = [60_000, 3_600_000];

/** Limits the log lines for persistent failures, which recur every second. Metrics count every failure. */
export type LogBackoff = {
  /** Whether to log this failure: true for the first failure, and then after pauses of 1, 2, 4 … 60 minutes. */
  isDue(failure: string): boolean;
};

export function createLogBackoff(): LogBackoff {
  const logged = new Map<string, { pauseMs: number; nextAt: number }>();
  return {
    isDue(failure) {
      const now = performance.now();
      const last = logged.get(failure);
      if (last && now < last.nextAt) return false;
      for (const [key, { nextAt }] of logged) if (now > nextAt + maxPauseMs) logged.delete(key);
      const pauseMs = last ? Math.min(2 * last.pauseMs, maxPauseMs) : firstPauseMs;
      logged.set(failure, { pauseMs, nextAt: now + pauseMs });
      return true;
    },
  };
}
