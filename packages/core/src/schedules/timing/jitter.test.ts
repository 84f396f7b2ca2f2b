import { expect, test } from 'vitest';
import { jitterMs } from './jitter.ts';

test("a schedule's jitter is constant", () => {
  expect(jitterMs(42, 600)).toBe(jitterMs(42, 600));
  expect([1, 2, 3].map((id) => jitterMs(id, 60))).toEqual([47_347, 40_790, 20_936]);
});

test('the jitter is 0 if jitterSeconds is 0, and otherwise below jitterSeconds', () => {
  expect(jitterMs(7, 0)).toBe(0);
  for (let id = 1; id <= 1_000; id++) {
    const jitter = jitterMs(id, 3);
    expect(Number.isInteger(jitter) && jitter >= 0 && jitter < 3_000).toBe(true);
  }
});

test('the jitter spreads schedules with consecutive IDs evenly', () => {
  const tenths = Array<number>(10).fill(0);
  for (let id = 1; id <= 1_000; id++) tenths[Math.floor(jitterMs(id, 10) / 1_000)]! += 1;
  for (const share of tenths) expect(share).toBeGreaterThan(50);
});
