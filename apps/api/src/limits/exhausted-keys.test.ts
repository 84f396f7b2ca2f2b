import { expect, test } from 'vitest';
import { createExhaustedKeys } from './exhausted-keys.ts';

test('a key remains exhausted until its window ends', () => {
  let now = 0;
  const keys = createExhaustedKeys(() => now);
  expect(keys.secondsLeft(1)).toBeNull();
  keys.add(1, 30_500);
  expect([keys.secondsLeft(1), keys.secondsLeft(2)]).toEqual([31, null]);
  now = 30_499;
  expect(keys.secondsLeft(1)).toBe(1);
  now = 30_500;
  expect(keys.secondsLeft(1)).toBeNull();
});
