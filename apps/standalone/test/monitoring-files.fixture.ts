import { readFileSync } from 'node:fs';
import { metricTable } from '@shotclock/runtime';
import { parse } from 'yaml';

export const monitoringFolder = new URL('../../../docs/monitoring/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, monitoringFolder), 'utf8');

type Alerts = { groups: { rules: { alert: string; expr: string }[] }[] };
type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] };

/** The expressions in the alert rules and the dashboard, by location. */
export function monitoringExpressions(): [where: string, expr: string][] {
  const alerts = parse(read('alerts.yml')) as Alerts;
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
  const rules = alerts.groups.flatMap((group) => group.rules);
  return [
    ...rules.map(({ alert, expr }) => [alert, expr] as [string, string]),
    ...dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [`panel ${title}`, expr] as [string, string]),
    ),
  ];
}

const histograms = new Set<string>(
  Object.values(metricTable)
    .filter(({ type }) => type === 'histogram')
    .map(({ name }) => name),
);

export type Reference = { metric: string; selectors: { label: string; operator: string; value: string }[] };

/** Returns the metrics that an expression refers to. The series of a histogram are represented by the histogram. */
export function referencesOf(expr: string): Reference[] {
  const names = expr.matchAll(/\b((?:shotclock|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g);
  return [...names].map(([, series, labels = '']) => {
    const base = series!.replace(/_(?:bucket|sum|count)$/, '');
    const selectors = [...labels.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
    return {
      metric: histograms.has(base) ? base : series!,
      selectors: selectors.map(([, label, operator, value]) => ({
        label: label!,
        operator: operator!,
        value: value!,
      })),
    };
  });
}
