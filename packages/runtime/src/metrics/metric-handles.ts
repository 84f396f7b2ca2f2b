import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { App } from '../settings/settings.ts';
import type { MetricName, metricTable } from './metric-table.ts';
import type { Labels, Metric } from './metric-types.ts';

type Table = typeof metricTable;
type ValueOf<V> = V extends readonly (infer One)[] ? One : string | number;
type LabelArguments<L extends Labels> = keyof L extends never
  ? []
  : [labels: { readonly [K in keyof L]: ValueOf<L[K]> }];

type CounterHandle<L extends Labels> = { add(count: number, ...labels: LabelArguments<L>): void };
type HistogramHandle<L extends Labels> = { observe(seconds: number, ...labels: LabelArguments<L>): void };
type GaugeHandle<L extends Labels> = {
  set(value: number, ...labels: LabelArguments<L>): void;
  /** Removes all values, for a gauge whose current values are unknown. */
  clear(): void;
};

type HandleOf<M> =
  M extends Metric<'counter', infer L>
    ? CounterHandle<L>
    : M extends Metric<'gauge', infer L>
      ? GaugeHandle<L>
      : M extends Metric<'histogram', infer L>
        ? HistogramHandle<L>
        : never;

/** An app's metrics, by their names in the table. */
export type Metrics<A extends App> = {
  readonly [N in MetricName as A extends Table[N]['apps'][number] ? N : never]: HandleOf<Table[N]>;
};

type AnyLabels = Record<string, string | number>;
type AnyHandle = CounterHandle<Labels> | GaugeHandle<Labels> | HistogramHandle<Labels>;

/**
 * Registers a metric. If all labels of a counter or histogram have closed sets of values, each combination starts at 0,
 * so that its first event appears as an increase.
 */
export function registerMetric(metric: Metric, registry: Registry): AnyHandle {
  const { name, help, labels, buckets } = metric;
  const config = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  switch (metric.type) {
    case 'counter': {
      const counter = new Counter(config);
      for (const one of combinations(labels)) counter.inc(one, 0);
      return { add: (count: number, one: AnyLabels = {}) => counter.inc(one, count) };
    }
    case 'histogram': {
      const histogram = new Histogram({ ...config, buckets: [...(buckets ?? [])] });
      for (const one of combinations(labels)) histogram.zero(one);
      return { observe: (value: number, one: AnyLabels = {}) => histogram.observe(one, value) };
    }
    case 'gauge': {
      const gauge = new Gauge(config);
      const clear = () => {
        gauge.reset();
        // `reset` sets a gauge without labels to 0.
        if (Object.keys(labels).length === 0) gauge.remove();
      };
      clear();
      return { set: (value: number, one: AnyLabels = {}) => gauge.set(one, value), clear };
    }
  }
}

/** All combinations of label values; none if any label has an open set of values. */
function combinations(labels: Labels): AnyLabels[] {
  let found: AnyLabels[] = [{}];
  for (const [label, values] of Object.entries(labels)) {
    if (!('map' in values)) return [];
    found = found.flatMap((one) => values.map((value) => ({ ...one, [label]: value })));
  }
  return found;
}
