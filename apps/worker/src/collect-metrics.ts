import type { BrowserSupervisor, CaptureObserver, CaptureStep } from '@shotclock/capture';
import type { Metrics, MetricsRegistry, StepObserver } from '@shotclock/runtime';

/** The steps of the worker; `confirm` is the second capture of a check. */
export type WorkerStep = 'claim' | 'store' | 'compare' | 'confirm' | 'settle';

/** Each measurement takes the kernel several milliseconds per browser, so browsers are not measured for every scrape. */
const browsersEveryMs = 10_000;

/** Reports the durations of the worker's steps and of capture steps. */
export function stepObserver({
  stepDuration,
}: Pick<Metrics<'worker'>, 'stepDuration'>): StepObserver<CaptureStep | WorkerStep> {
  return { stepEnded: (step, seconds) => stepDuration.observe(seconds, { step }) };
}

/** Reports the events that the capture package observes. */
export function captureObserver(metrics: Metrics<'worker'>): CaptureObserver {
  const { browserLaunches, browserRestarts, egressRefused } = metrics;
  return {
    ...stepObserver(metrics),
    browserLaunched: (result) => browserLaunches.add(1, { result }),
    browserEnded: (reason) => browserRestarts.add(1, { reason }),
    connectionRefused: (reason) => egressRefused.add(1, { reason }),
  };
}

export function collectBrowsers(
  { metrics, addCollector }: Pick<MetricsRegistry<'worker'>, 'metrics' | 'addCollector'>,
  browsers: Pick<BrowserSupervisor, 'usage'>,
): void {
  const { browsersRunning, browserMemory } = metrics;
  addCollector({
    name: 'browsers',
    everyMs: browsersEveryMs,
    gauges: [browsersRunning, browserMemory],
    async collect() {
      const { browsers: running, memoryBytes } = await browsers.usage();
      browsersRunning.set(running);
      if (memoryBytes !== null) browserMemory.set(memoryBytes);
    },
  });
}
