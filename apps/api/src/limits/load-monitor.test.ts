import { expect, test } from 'vitest';
import { createLoadMonitor, slowSamplesAfter } from './load-monitor.ts';

test('only consecutive slow samples count, and a sample without a measurement counts as slow', () => {
  const delays = [100, 501, 500, 501, Number.NaN, 502, 0];
  const counts: number[] = [];
  for (const delay of delays) counts.push(slowSamplesAfter(counts.at(-1) ?? 0, delay, 500));
  expect(counts).toEqual([0, 1, 0, 1, 2, 3, 0]);
});

test('the process is overloaded while too many statements are waiting', () => {
  let waiting = 3;
  const monitor = createLoadMonitor(
    { maxWaitingStatements: 3, maxDelayMs: 500, minRequests: 2 },
    () => waiting,
  );
  expect(monitor.isOverloaded(1)).toBe(false);
  waiting = 4;
  expect(monitor.isOverloaded(1)).toBe(true);
  monitor.close();
});

test('a slow event loop counts only while there are many requests', async () => {
  const monitor = createLoadMonitor(
    { maxWaitingStatements: 3, maxDelayMs: -100, minRequests: 2 },
    () => 0,
    10,
  );
  await expect.poll(() => monitor.isOverloaded(2)).toBe(true);
  expect(monitor.isOverloaded(1)).toBe(false);
  monitor.close();
});
