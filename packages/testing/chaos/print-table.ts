import type { Backend } from './backend.ts';
import type { FaultResult } from './fault.ts';

export type TableRow = FaultResult & { fault: string; backend: Backend };

const heads = [
  'fault',
  'queue',
  'injected',
  'captures',
  'duplicates',
  'losses',
  'wrong counters',
  'slowest recovery',
];

/** The results as a Markdown table, followed by the violations. */
export function printTable(rows: readonly TableRow[]): string {
  const cells = rows.map((row) =>
    [
      row.fault,
      row.backend,
      row.injected,
      row.captures,
      row.duplicates,
      row.losses,
      row.wrongCounters,
      row.slowestRecoveryMs === null ? '–' : `${(row.slowestRecoveryMs / 1_000).toFixed(1)} s`,
    ].map(String),
  );
  const widths = heads.map((head, n) => Math.max(head.length, ...cells.map((row) => row[n]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, n) => cell.padEnd(widths[n]!)).join(' | ')} |`;
  const broken = rows.flatMap((row) =>
    row.broken.map((what) => `BROKEN ${row.fault} (${row.backend}): ${what}`),
  );
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line), ...broken].join(
    '\n',
  );
}
