import { expect, test } from 'vitest';
import { withIndexes } from './history-bins.ts';

const day = (start: string, successes: number, failures = 0) => ({ start, successes, failures, changes: 0 });

test('the index of a day is the number of captures before it', () => {
  const bins = withIndexes([day('2026-11-20', 3, 1), day('2026-11-21', 2)], 6);
  expect(bins.map(({ captures, firstIndex }) => [captures, firstIndex])).toEqual([
    [4, 0],
    [2, 4],
  ]);
});

test('captures before the first known day precede all known days', () => {
  expect(withIndexes([day('2026-11-21', 2)], 10)[0]!.firstIndex).toBe(8);
});
