import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { metricTable } from './metric-table.ts';
import { createMetricsRegistry } from './metrics-registry.ts';

const rows = Object.values(metricTable);
const units = /_(seconds|bytes|total|info)$/;
/** Gauges that count things and therefore have no unit. */
const counts = /_(waiting|jobs|active|slots|running|max|in_use)$/;

test('names are unique', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

describe.each(rows.map((row) => [row.name, row] as const))('%s', (name, { type, help, labels }) => {
  test('follows the naming conventions', () => {
    expect(name).toMatch(/^shotclock_[a-z_]+$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(units.test(name) || counts.test(name)).toBe(true);
    expect(help).toMatch(/^[A-Z].*[.).]$/);
  });

  test('has labels whose values are bounded and do not contain URLs, hosts, accounts or IDs', () => {
    for (const [label, values] of Object.entries(labels)) {
      expect(label).toMatch(/^[a-z_]+$/);
      expect(label).not.toMatch(/url|host|account|id$|^le$|^job$|^instance$/);
      if ('bounded' in values) expect(values.bounded).not.toBe('');
      else expect(new Set(values).size).toBe(values.length);
    }
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.runIf(hasPromtool).each(['api', 'scheduler', 'worker'] as const)(
  'promtool reports no errors in the metrics of %s (skipped where promtool is not installed)',
  async (app) => {
    const input = await createMetricsRegistry(app).text();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  },
);
