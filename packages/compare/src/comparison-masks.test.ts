import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparisonMasks } from './comparison-masks.ts';

const edge = fc.integer({ min: 0, max: 12 });
const length = fc.integer({ min: 1, max: 8 });
const region = fc.record({ left: edge, top: edge, width: length, height: length });

test('without compared regions, only the ignored regions are masked', () => {
  const banner = { left: 0, top: 0, width: 800, height: 40 };
  expect(comparisonMasks({ ignored: [banner], compared: [] })).toEqual([banner]);
});

test('each pixel is in a compared region or in exactly one mask', () => {
  fc.assert(
    fc.property(fc.array(region, { minLength: 1, maxLength: 6 }), edge, edge, (compared, x, y) => {
      const containing = (rectangles: typeof compared) =>
        rectangles.filter(
          ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
        ).length;
      const masks = comparisonMasks({ ignored: [], compared });
      expect(containing(masks)).toBe(containing(compared) === 0 ? 1 : 0);
    }),
  );
});
