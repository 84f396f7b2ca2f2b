import { repetitions } from '@shotclock/testing';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { black, dot, png, type Rgb, withFiles } from '../../test/images.fixture.ts';
import type { Rectangle } from '../change.ts';
import { computeImageDiff as computeDiffOfFiles } from './image-diff.ts';

const computeImageDiff = ({
  masks,
  ...images
}: Record<'baseline' | 'current', Buffer> & { masks: Rectangle[] }) =>
  withFiles(images, (files) => computeDiffOfFiles({ ...files, masks }));
const unchanged = { ratio: 0, diff: null, changes: [], changedArea: null, unstable: [] };
const fullMask = { left: 0, top: 0, width: 30, height: 30 };
const side = fc.integer({ min: 1, max: 24 });
const color = fc.constantFrom<Rgb>(black, [255, 0, 0], [0, 128, 0], [250, 250, 250], [128, 128, 128]);
const image = fc.tuple(side, side).chain(([width, height]) =>
  fc
    .array(fc.record({ left: fc.nat(width - 1), top: fc.nat(height - 1), color }), { maxLength: 20 })
    .map((dots) => ({
      width,
      height,
      paints: dots.map(({ left, top, color }) => dot(left, top, color)),
    })),
);
const coordinate = fc.integer({ min: -5, max: 25 });
const mask = fc.record({ left: coordinate, top: coordinate, width: fc.nat(15), height: fc.nat(15) });

test('the ratio of two images is between 0 and 1, symmetric, and 0 for identical or fully masked images', async () => {
  await fc.assert(
    fc.asyncProperty(image, image, fc.array(mask, { maxLength: 3 }), async (one, other, masks) => {
      const baseline = await png(one.width, one.height, one.paints);
      const current = await png(other.width, other.height, other.paints);
      const { ratio, diff } = await computeImageDiff({ baseline, current, masks });
      expect(ratio).toBeGreaterThanOrEqual(0);
      expect(ratio).toBeLessThanOrEqual(1);
      expect(diff === null).toBe(ratio === 0);
      expect((await computeImageDiff({ baseline: current, current: baseline, masks })).ratio).toBe(ratio);
      expect(await computeImageDiff({ baseline, current, masks: [fullMask] })).toEqual(unchanged);
      const copy = await sharp(baseline).png({ compressionLevel: 0 }).toBuffer();
      expect(await computeImageDiff({ baseline, current: copy, masks })).toEqual(unchanged);
    }),
    { numRuns: repetitions({ usual: 30, thorough: 100 }) },
  );
});

test('pixels under a mask do not affect the ratio', async () => {
  await fc.assert(
    fc.asyncProperty(image, image, mask, async (one, other, covered) => {
      const ratio = async (paints: typeof one.paints) => {
        const baseline = await png(24, 24, one.paints);
        const current = await png(24, 24, [...other.paints, ...paints]);
        return (await computeImageDiff({ baseline, current, masks: [covered] })).ratio;
      };
      const [left, top] = [Math.max(0, covered.left), Math.max(0, covered.top)];
      const width = Math.max(0, Math.min(24, covered.left + covered.width) - left);
      const height = Math.max(0, Math.min(24, covered.top + covered.height) - top);
      expect(await ratio([{ left, top, width, height, color: [200, 0, 200] }])).toBe(await ratio([]));
    }),
    { numRuns: repetitions({ usual: 30, thorough: 60 }) },
  );
});
