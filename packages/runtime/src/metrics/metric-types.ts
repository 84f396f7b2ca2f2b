import type { App } from '../settings/settings.ts';

/**
 * The values of a label: a closed list, or a description of values that the code limits. Labels never contain a URL, a
 * host or an account.
 */
export type LabelValues = readonly string[] | { readonly bounded: string };
export type Labels = Readonly<Record<string, LabelValues>>;

/** A row of the metric table. */
export type Metric<T extends MetricType = MetricType, L extends Labels = Labels, A extends App = App> = {
  readonly type: T;
  /** Follows Prometheus naming conventions: base units, `_total` for counters. */
  readonly name: string;
  readonly help: string;
  /** The apps that expose the metric. */
  readonly apps: readonly A[];
  readonly labels: L;
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
};

export type MetricType = 'counter' | 'gauge' | 'histogram';
type NoLabels = Record<never, never>;

export function counter<const A extends App, const L extends Labels = NoLabels>(
  name: string,
  help: string,
  apps: readonly A[],
  labels?: L,
): Metric<'counter', L, A> {
  return { type: 'counter', name, help, apps, labels: labels ?? ({} as L) };
}

/** A gauge has no value until it is set, so that an unknown value is absent rather than 0. */
export function gauge<const A extends App, const L extends Labels = NoLabels>(
  name: string,
  help: string,
  apps: readonly A[],
  labels?: L,
): Metric<'gauge', L, A> {
  return { type: 'gauge', name, help, apps, labels: labels ?? ({} as L) };
}

/** @param buckets upper bounds in seconds, ascending */
export function histogram<const A extends App, const L extends Labels = NoLabels>(
  name: string,
  help: string,
  buckets: readonly number[],
  apps: readonly A[],
  labels?: L,
): Metric<'histogram', L, A> {
  return { type: 'histogram', name, help, apps, labels: labels ?? ({} as L), buckets };
}
