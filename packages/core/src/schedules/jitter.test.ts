import { expect, test } from 'vitest';
import { jitterMs } from './jitter.ts';

test('gives a schedule the same jitter every time', () => {
  expect(jitterMs(42, 600)).toBe(jitterMs(42, 600));
  expect([1, 2, 3].map((id) => jitterMs(id, 60))).toEqual([47_347, 40_790, 20_936]);
});

test('gives none without seconds, and stays below its seconds', () => {
  expect(jitterMs(7, 0)).toBe(0);
  for (let id = 1; id <= 1_000; id++) {
    const jitter = jitterMs(id, 3);
    expect(Number.isInteger(jitter) && jitter >= 0 && jitter < 3_000).toBe(true);
  }
});

test('spreads neighbouring schedules over the whole time', () => {
  const tenths = Array<number>(10).fill(0);
  for (let id = 1; id <= 1_000; id++) tenths[Math.floor(jitterMs(id, 10) / 1_000)]! += 1;
  for (const share of tenths) expect(share).toBeGreaterThan(50);
});
