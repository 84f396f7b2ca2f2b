import type { Metrics } from './metric-handles.ts';
import type { Collector, MetricsApp } from './metrics-registry.ts';

type PoolMetrics = Pick<
  Metrics<MetricsApp>,
  'databaseConnectionsMax' | 'databaseConnectionsInUse' | 'databaseWaiting'
>;

/** Reads the usage of the database pool for each scrape. */
export function collectPool(
  registry: { metrics: PoolMetrics; addCollector(collector: Collector): void },
  usage: () => { max: number; inUse: number; waiting: number },
): void {
  const { databaseConnectionsMax, databaseConnectionsInUse, databaseWaiting } = registry.metrics;
  registry.addCollector({
    name: 'database_pool',
    everyMs: 0,
    gauges: [databaseConnectionsMax, databaseConnectionsInUse, databaseWaiting],
    collect() {
      const { max, inUse, waiting } = usage();
      databaseConnectionsMax.set(max);
      databaseConnectionsInUse.set(inUse);
      databaseWaiting.set(waiting);
    },
  });
}
