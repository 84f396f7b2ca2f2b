import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outsideRegions } from './outside-regions.ts';

const edge = fc.integer({ min: 0, max: 12 });
const length = fc.integer({ min: 1, max: 8 });
const region = fc.record({ left: edge, top: edge, width: length, height: length });

test('without regions, everything is compared', () => {
  expect(outsideRegions([], 30)).toEqual([]);
});

test('each pixel is in a region or in exactly one rectangle outside', () => {
  fc.assert(
    fc.property(fc.array(region, { minLength: 1, maxLength: 6 }), edge, edge, (regions, x, y) => {
      const containing = (rectangles: typeof regions) =>
        rectangles.filter(
          ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
        ).length;
      expect(containing(outsideRegions(regions, 30))).toBe(containing(regions) === 0 ? 1 : 0);
    }),
  );
});
