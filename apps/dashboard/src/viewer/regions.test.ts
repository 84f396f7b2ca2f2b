import { expect, test } from 'vitest';
import { formatRegion, newRegion, parseRegion, regionBetween } from './regions.ts';

const image = { width: 400, height: 300 };

test('a region can be drawn in any direction and is clipped to the image', () => {
  expect(regionBetween({ x: 120.4, y: 90 }, { x: 20, y: 30 }, image)).toEqual({
    ...{ left: 20, top: 30, width: 100, height: 60 },
  });
  expect(regionBetween({ x: 350, y: 250 }, { x: 900, y: 900 }, image)).toEqual({
    ...{ left: 350, top: 250, width: 50, height: 50 },
  });
});

test('a click does not draw a region', () => {
  expect(regionBetween({ x: 20, y: 30 }, { x: 22, y: 90 }, image)).toBeNull();
});

test('a region is stored as text', () => {
  const region = newRegion(image);
  expect(formatRegion(region)).toBe('150,0,100,100');
  expect(parseRegion(formatRegion(region))).toEqual(region);
});
