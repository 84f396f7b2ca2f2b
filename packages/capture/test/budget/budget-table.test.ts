import { readFileSync } from 'node:fs';
import { defaultLimits } from '@shotclock/egress';
import { expect, test } from 'vitest';
import { defaultBudget, messageLimits } from '../../src/model/capture-budget.ts';
import { imageLimits } from '../../src/page/plan-area.ts';

const mebibyte = 1_024 * 1_024;
const document = readFileSync(new URL('../../../../docs/egress.md', import.meta.url), 'utf8');
const rows = document.split('\n').filter((line) => line.startsWith('|'));
const inMebibytes = (bytes: number) => `${bytes / mebibyte} MiB`;
const formatted = (count: number) => count.toLocaleString('en');

test.each([
  ['browser CPU time', [`${defaultBudget.cpuMs / 1_000} s`]],
  ['browser memory', [`${defaultBudget.memoryBytes / mebibyte / 1_024} GiB`]],
  ['browser processes, threads', [formatted(defaultBudget.processes), formatted(defaultBudget.threads)]],
  ['messages from the browser', [formatted(defaultBudget.messages)]],
  ['bytes of these messages', [defaultBudget.messageBytes, messageLimits.message].map(inMebibytes)],
  ['one network request event', [inMebibytes(messageLimits.networkEvent)]],
  ['image size', [imageLimits.side, imageLimits.area].map(formatted)],
  ['bytes received from sites', [inMebibytes(defaultLimits.bytes)]],
  [
    'names, connections',
    [defaultLimits.names, defaultLimits.connections, defaultLimits.openConnections].map(formatted),
  ],
])('the budget table of docs/egress.md states the enforced limits of %s', (what, limits) => {
  const row = rows.find((line) => line.startsWith(`| ${what}`)) ?? '';
  for (const limit of limits) expect(row).toContain(limit);
});
