import { expect, test } from 'vitest';
import { markDifferences } from './pixel-difference.ts';

const white = [255, 255, 255, 255];
const black = [0, 0, 0, 255];

test('what differs is highlighted, and the rest is pale', () => {
  const after = new Uint8ClampedArray([...white, ...black, ...black]);
  expect(markDifferences(new Uint8ClampedArray([...white, ...white, ...black]), after)).toBe(1);
  expect([...after]).toEqual([255, 255, 255, 255, 225, 29, 120, 255, 199, 199, 199, 255]);
});

test('a difference that nobody sees is none', () => {
  const after = new Uint8ClampedArray([250, 250, 250, 255]);
  expect(markDifferences(new Uint8ClampedArray(white), after)).toBe(0);
});

test('what only one capture has is different', () => {
  const after = new Uint8ClampedArray([0, 0, 0, 0]);
  expect(markDifferences(new Uint8ClampedArray(black), after)).toBe(1);
});
