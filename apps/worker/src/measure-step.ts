import type { Metrics } from '@shotclock/runtime';

/** The steps of the worker; `confirm` is the second capture of a check. Those of a capture are `CaptureStep`. */
export type WorkerStep = 'claim' | 'store' | 'compare' | 'confirm' | 'settle';

/** Runs a part of a step whose time does not count toward the step. */
export type Uncounted = <T>(part: () => Promise<T>) => Promise<T>;

/** Observes the duration of a step, even if it fails. */
export async function measureStep<T>(
  { metrics }: { metrics: Pick<Metrics<'worker'>, 'stepDuration'> },
  step: WorkerStep,
  work: (uncounted: Uncounted) => Promise<T>,
): Promise<T> {
  let startedAt = performance.now();
  const uncounted: Uncounted = async (part) => {
    const partStartedAt = performance.now();
    try {
      return await part();
    } finally {
      startedAt += performance.now() - partStartedAt;
    }
  };
  try {
    return await work(uncounted);
  } finally {
    metrics.stepDuration.observe((performance.now() - startedAt) / 1_000, { step });
  }
}
