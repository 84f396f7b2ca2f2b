import type { FailureCode } from '@shotclock/contracts';
import type { FailedAttempt } from '@shotclock/core';
import type { Metrics } from '@shotclock/runtime';

type AttemptMetrics = Pick<Metrics<'worker'>, 'attemptDuration' | 'capturesActive' | 'retries' | 'settled'>;

export type AttemptRecord = Disposable & {
  succeeded(): void;
  /** The capture succeeded, but its check waits for a second look. */
  held(): void;
  failed(outcome: FailedAttempt, code: FailureCode): void;
};

/**
 * Returns a function that records an attempt, from its claim until the record is disposed. An attempt without an outcome
 * is counted as dropped.
 */
export function createAttemptRecorder(metrics: AttemptMetrics): () => AttemptRecord {
  let active = 0;
  const change = (by: -1 | 0 | 1) => {
    active += by;
    metrics.capturesActive.set(active);
  };
  change(0);
  return () => {
    const startedAt = performance.now();
    let result: 'succeeded' | 'failed' | 'dropped' = 'dropped';
    change(1);
    return {
      succeeded() {
        result = 'succeeded';
        metrics.settled.add(1, { outcome: 'success' });
      },
      held() {
        result = 'succeeded';
      },
      failed(outcome, code) {
        if (outcome === 'stale') return;
        result = 'failed';
        if (outcome === 'retried') metrics.retries.add(1, { code });
        else metrics.settled.add(1, { outcome: code });
      },
      [Symbol.dispose]() {
        change(-1);
        metrics.attemptDuration.observe((performance.now() - startedAt) / 1_000, { result });
      },
    };
  };
}
