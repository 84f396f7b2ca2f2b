import { expect, test } from 'vitest';
import { historyEdges } from './history-edges.ts';

const edges = (from: string, to: string, by: 'day' | 'hour', timezone: string, max = 800) =>
  historyEdges({ from: new Date(from), to: new Date(to), by, timezone }, max)?.map((edge) =>
    edge.toISOString(),
  );

test('days begin at midnight in the time zone, and the bounds lie within the first and the last day', () => {
  expect(edges('2026-11-20T12:00:00Z', '2026-11-21T23:30:00Z', 'day', 'Europe/Paris')).toEqual([
    '2026-11-19T23:00:00.000Z',
    '2026-11-20T23:00:00.000Z',
    '2026-11-21T23:00:00.000Z',
    '2026-11-22T23:00:00.000Z',
  ]);
});

test('a bound that lies on an edge belongs to the period that begins there', () => {
  expect(edges('2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z', 'day', 'UTC')).toEqual([
    '2026-11-20T00:00:00.000Z',
    '2026-11-21T00:00:00.000Z',
  ]);
});

test('days with DST transitions have 23 or 25 hours', () => {
  expect(edges('2026-03-29T12:00:00Z', '2026-03-29T12:00:00Z', 'day', 'Europe/Paris')).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  expect(edges('2026-10-25T12:00:00Z', '2026-10-25T12:00:00Z', 'day', 'Europe/Paris')).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});

test('a day whose midnight is skipped begins after the gap', () => {
  // In Beirut, clocks go from 00:00 to 01:00.
  expect(edges('2026-03-29T12:00:00Z', '2026-03-30T12:00:00Z', 'day', 'Asia/Beirut')).toEqual([
    '2026-03-28T22:00:00.000Z',
    '2026-03-29T21:00:00.000Z',
    '2026-03-30T21:00:00.000Z',
  ]);
});

test('a repeated hour counts as two hours', () => {
  expect(edges('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'hour', 'Europe/Paris')).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T02:00:00.000Z',
  ]);
});

test.each([
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
  'Africa/Cairo',
])('all edges in %s fall on quarter hours and are in ascending order', (zone) => {
  for (const by of ['day', 'hour'] as const)
    for (const month of [3, 4, 10, 11]) {
      const from = new Date(Date.UTC(2026, month - 1, 1));
      const to = new Date(from.getTime() + 31 * 86_400_000);
      const found = historyEdges({ from, to, by, timezone: zone }, 800)!;
      expect(found[0]!.getTime()).toBeLessThanOrEqual(from.getTime());
      expect(found.at(-1)!.getTime()).toBeGreaterThan(to.getTime());
      for (const [n, edge] of found.entries()) {
        expect(edge.getTime() % 900_000).toBe(0);
        if (n > 0) expect(edge.getTime()).toBeGreaterThan(found[n - 1]!.getTime());
      }
    }
});

test('the number of periods is limited', () => {
  expect(edges('2026-11-01', '2026-11-08', 'day', 'UTC', 8)).toHaveLength(9);
  expect(edges('2026-11-01', '2026-11-09', 'day', 'UTC', 8)).toBeUndefined();
  expect(edges('1970-01-01', '2999-01-01', 'hour', 'UTC')).toBeUndefined();
});
