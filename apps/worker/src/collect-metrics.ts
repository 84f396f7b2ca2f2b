import type { BrowserSupervisor, CaptureObserver } from '@shotclock/capture';
import type { Metrics, MetricsRegistry } from '@shotclock/runtime';

/** The kernel needs milliseconds for each browser. */
const browsersEveryMs = 10_000;

/** Reports what the capture package observes. */
export function captureObserver(metrics: Metrics<'worker'>): CaptureObserver {
  const { stepDuration, browserLaunches, browserRestarts, egressRefused } = metrics;
  return {
    stepEnded: (step, seconds) => stepDuration.observe(seconds, { step }),
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
