// A scrape runs the collectors that are due, then prints all metrics. Nothing is collected while nobody scrapes.
import { collectDefaultMetrics, Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import type { App } from '../settings.ts';
import { withTimeout } from '../timing/with-timeout.ts';
import type { collectors } from './label-values.ts';
import { type Metrics, registerMetric } from './metric-handles.ts';
import { metricTable } from './metric-table.ts';

export type MetricsApp = Exclude<App, 'standalone' | 'cli'>;

export type Collector = {
  name: (typeof collectors)[number];
  /** Minimum time between two collections. A collection that takes long increases it, see `costFactor`. */
  everyMs: number;
  /** Sets gauges. When it rejects, the gauges in `gauges` have no value until the next collection. */
  collect: () => Promise<void> | void;
  gauges: readonly { clear(): void }[];
};

export type MetricsRegistry<A extends MetricsApp> = {
  readonly metrics: Metrics<A>;
  readonly contentType: string;
  addCollector(collector: Collector): void;
  /** The metrics in the text format of Prometheus. Never rejects because of a collector. */
  text(): Promise<string>;
};

/** A collection is repeated after at least this many times its duration, so that it takes at most 5 % of a connection's time. */
const costFactor = 20;
/** Shorter than the default timeout of a scrape (10 s), so that a store that hangs costs only its own metrics. */
const collectionTimeoutMs = 5_000;

/**
 * The event-loop delay is sampled at this interval, which is the lowest value that its metrics show. The default of 10 ms costs
 * an idle process 0.6 % of a core, 50 ms cost 0.1 %.
 */
const eventLoopIntervalMs = 50;

/**
 * Creates the metrics of an app, as the table of metrics defines them.
 * @param options.processMetrics adds prom-client's metrics of the process; only for the main program, because they never end
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
  // Each app has these metrics.
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

/** Returns a function that runs `work` when it is due, once at a time. Concurrent callers share the run. */
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
