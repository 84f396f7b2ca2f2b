import { expect, test } from 'vitest';
import { compareDecoded } from './pixel-difference.ts';

/** A white image with a black square of 30 pixels at the top left. */
function image(hasSquare: boolean) {
  const data = new Uint8Array(100 * 100 * 3).fill(255);
  if (hasSquare) for (let row = 0; row < 30; row += 1) data.fill(0, row * 300, row * 300 + 90);
  return { width: 100, height: 100, rowWidth: 100, data };
}
const pair = { baseline: image(false), current: image(true), tolerance: 0.08, scale: 1 };

test.each([
  [0.09, { ignoredRegions: [], regions: [] }],
  [0, { ignoredRegions: ['0,0,30,30'], regions: [] }],
  [0, { ignoredRegions: [], regions: ['50,50,50,50'] }],
  [0.36, { ignoredRegions: [], regions: ['0,0,50,50'] }],
])('a comparison leaves out what a check leaves out: %d with %j', (ratio, regions) => {
  expect(compareDecoded(pair, regions).ratio).toBeCloseTo(ratio, 10);
});

test('regions also apply to captures that are compared at a lower resolution', () => {
  const half = { ...pair, scale: 0.5 };
  expect(compareDecoded(half, { ignoredRegions: [], regions: ['80,80,120,120'] }).ratio).toBe(0);
});
