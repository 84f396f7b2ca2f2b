// A scrape runs the collectors that are due and then returns all metrics. Nothing is collected between scrapes.
import { collectDefaultMetrics, Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import type { App } from '../settings/settings.ts';
import { withTimeout } from '../timing/with-timeout.ts';
import type { collectors } from './label-values.ts';
import { type Metrics, registerMetric } from './metric-handles.ts';
import { metricTable } from './metric-table.ts';

export type MetricsApp = Exclude<App, 'standalone' | 'cli'>;

export type Collector = {
  name: (typeof collectors)[number];
  /** Minimum time between two collections. Slow collections are run less often; see `costFactor`. */
  everyMs: number;
  /** Sets gauges. If it rejects, the gauges in `gauges` have no value until the next collection. */
  collect: () => Promise<void> | void;
  gauges: readonly { clear(): void }[];
};

export type MetricsRegistry<A extends MetricsApp> = {
  readonly metrics: Metrics<A>;
  readonly contentType: string;
  addCollector(collector: Collector): void;
  /** The metrics in Prometheus's text format. Never rejects, even if a collector fails. */
  text(): Promise<string>;
};

/**
 * The next collection starts only after this multiple of the last one's duration, so that collections use at most 5% of
 * a connection's time.
 */
const costFactor = 20;
/**
 * This is shorter than the default scrape timeout (10 s), so if a store hangs, only the metrics of that store are
 * missing.
 */
const collectionTimeoutMs = 5_000;

/**
 * The sampling interval for the event-loop delay, which is also the lowest delay that the metrics can show. In an idle
 * process, the default of 10 ms uses 0.6% of a core, while 50 ms uses 0.1%.
 */
const eventLoopIntervalMs = 50;

/**
 * Creates the metrics that the metric table defines for an app.
 * @param options.processMetrics adds prom-client's process metrics; for main programs only, because collecting them never stops
 */
export function createMetricsRegistry<A extends MetricsApp>(
  app: A,
  { processMetrics = false, onFailure = () => {} }: MetricsOptions = {},
): MetricsRegistry<A> {
  const registry = new Registry();
  if (processMetrics)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopIntervalMs });
  const handles = Object.fromEntries(
    Object.entries(metricTable)
      .filter(([, { apps }]) => (apps as readonly App[]).includes(app))
      .map(([name, metric]) => [name, registerMetric(metric, registry)]),
  );
  // Every app has these metrics.
  const { buildInfo, collectionFailures } = handles as unknown as Metrics<MetricsApp>;
  buildInfo.set(1, { app, version: manifest.version });

  const refreshers: (() => Promise<void>)[] = [];
  return {
    metrics: handles as unknown as Metrics<A>,
    contentType: registry.contentType,
    addCollector({ name, everyMs, collect, gauges }) {
      const fail = (error: unknown) => {
        for (const gauge of gauges) gauge.clear();
        collectionFailures.add(1, { collector: name });
        onFailure(name, error);
      };
      const refresh = refreshAtMost(everyMs, () => Promise.try(collect).catch(fail));
      refreshers.push(refresh);
    },
    async text() {
      await Promise.all(
        refreshers.map((refresh) => withTimeout(refresh(), collectionTimeoutMs).catch(() => undefined)),
      );
      return registry.metrics();
    },
  };
}

type MetricsOptions = {
  processMetrics?: boolean;
  onFailure?: (collector: Collector['name'], error: unknown) => void;
};

/** Returns a function that runs `work` if it is due. Concurrent callers share one run. */
function refreshAtMost(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let dueAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  return async () => {
    const startedAt = performance.now();
    if (running === undefined && startedAt < dueAt) return;
    running ??= work().finally(() => {
      const now = performance.now();
      dueAt = Math.max(startedAt + everyMs, now + costFactor * (now - startedAt));
      running = undefined;
    });
    await running;
  };
}
