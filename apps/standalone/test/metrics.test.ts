import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { failureCodes } from '@shotclock/contracts/failure-codes';
import { metricTable } from '@shotclock/runtime';
import { describe, expect, test } from 'vitest';
import { monitoringExpressions, monitoringFolder, referencesOf } from './monitoring-files.fixture.ts';

const rows = Object.values(metricTable);

/** Formats a label as in docs/operations.md. */
function describeLabel([label, values]: [string, readonly string[] | { bounded: string }]): string {
  if ('bounded' in values) return `\`${label}\`: ${values.bounded}`;
  const isCode = failureCodes.every((code) => values.includes(code));
  const others = isCode ? values.filter((value) => !failureCodes.some((code) => code === value)) : values;
  const listed = others.map((value) => `\`${value}\``);
  return `\`${label}\`: ${[...listed, ...(isCode ? ['a failure code'] : [])].join(', ')}`;
}

/** The expected line for each metric in docs/operations.md. */
const expectedLines = rows.map(({ name, type, apps, labels, help }) => {
  const facts = [
    type,
    apps.join(', ').replace('api, scheduler, worker', 'all'),
    ...Object.entries(labels).map(describeLabel),
  ];
  return `- \`${name}\` (${facts.join('; ')}): ${help}`;
});

test('docs/operations.md lists all metrics with their type, apps, labels and description', () => {
  const text = readFileSync(new URL('../operations.md', monitoringFolder), 'utf8').replaceAll('\n  ', ' ');
  expect(text.match(/^- `shotclock_\w+` \(.*$/gm)).toEqual(expectedLines);
});

describe.each(monitoringExpressions())('the expression of %s', (_where, expr) => {
  const ours = referencesOf(expr).filter(({ metric }) => metric.startsWith('shotclock_'));

  test('uses only metrics, labels and label values from the table', () => {
    expect(referencesOf(expr)).not.toEqual([]);
    for (const { metric, selectors } of ours) {
      const row = rows.find(({ name }) => name === metric);
      expect(row, metric).toBeDefined();
      for (const { label, operator, value } of selectors) {
        const values = (row!.labels as Record<string, readonly string[] | object>)[label];
        expect(values, `${metric}: ${label}`).toBeDefined();
        if (!Array.isArray(values)) continue;
        const alternatives = operator.endsWith('~') ? value.split('|') : [value];
        for (const one of alternatives)
          expect(
            values.some((known: string) => new RegExp(`^(?:${one})$`).test(known)),
            `${metric}: ${label}=${one}`,
          ).toBe(true);
      }
    }
  });

  test('applies rate and increase only to counters and histograms', () => {
    for (const [, metric] of expr.matchAll(/(?:rate|increase)\((\w+)/g)) {
      const name = referencesOf(metric!)[0]?.metric;
      if (!name?.startsWith('shotclock_')) continue;
      expect(rows.find((row) => row.name === name)?.type, name).not.toBe('gauge');
    }
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.runIf(hasPromtool).each([
  ['check', 'rules', 'alerts.yml'],
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('`promtool %s %s %s` passes (skipped where promtool is not installed)', (...args) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: fileURLToPath(monitoringFolder),
    encoding: 'utf8',
  });
  expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
});
