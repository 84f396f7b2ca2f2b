// waiting ─► sent ─► done, failed, or ─429, 503─► waiting again, after the pause that the API requests
// A pause applies to all requests. A canceled action does not send any further requests, but those already sent still count.

export type Target = { id: number; name: string };
export type Failure = Target & { reason: string };

/** The result of a request. */
export type Outcome = 'done' | { retryAfterMs: number; reason: string } | { reason: string };

export type BulkProgress = {
  done: number;
  failures: readonly Failure[];
  /** End of the current pause in milliseconds since 1970; null while requests are sent. */
  pausedUntil: number | null;
};

type BulkOptions = {
  send: (target: Target) => Promise<Outcome>;
  onProgress: (progress: BulkProgress) => void;
  signal: AbortSignal;
};

/** Number of concurrent requests: enough to hide their latency, but fewer than a browser's six connections. */
const atOnce = 4;
/** The API requests longer pauses when a daily limit is reached. The action does not wait for such pauses. */
const maxPauseMs = 5 * 60_000;

/** Sends a request for each target. @returns the final progress; incomplete if the signal aborts */
export async function runBulk(
  targets: readonly Target[],
  { send, onProgress, signal }: BulkOptions,
): Promise<BulkProgress> {
  const waiting = [...targets];
  const failures: Failure[] = [];
  let done = 0;
  let resumeAt = 0;
  const progress = (): BulkProgress => ({
    done,
    failures: [...failures],
    pausedUntil: resumeAt > Date.now() ? resumeAt : null,
  });

  async function work(): Promise<void> {
    for (;;) {
      while (resumeAt > Date.now() && !signal.aborted) await pause(resumeAt - Date.now(), signal);
      const target = signal.aborted ? undefined : waiting.shift();
      if (!target) return;
      const outcome = await send(target);
      if (outcome === 'done') done += 1;
      else if ('retryAfterMs' in outcome && outcome.retryAfterMs <= maxPauseMs) {
        waiting.unshift(target);
        resumeAt = Math.max(resumeAt, Date.now() + outcome.retryAfterMs);
      } else {
        // The API would reject the remaining requests for the same reason.
        const refused = 'retryAfterMs' in outcome ? [target, ...waiting.splice(0)] : [target];
        failures.push(...refused.map((one) => ({ ...one, reason: outcome.reason })));
      }
      onProgress(progress());
    }
  }
  // A worker without targets ends even if another worker is waiting for a retry, because the waiting worker sends that retry itself.
  await Promise.all(Array.from({ length: Math.min(atOnce, targets.length) }, work));
  return progress();
}

/** Waits for the given time, or until the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
