import { blocks, borderWidth, boxes, colors, stripeAt } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Area } from '../../src/index.ts';
import { tileLimits } from '../../src/page/plan-area.ts';
import {
  type CaptureBench,
  jpegPixels,
  openCaptureBench,
  pixelsOf,
  pngPixels,
} from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

const scaled = (scaleFactor: number) => ({ options: { scaleFactor } });

describe.each([3, 1.5])('with a scale factor of %s', (scale) => {
  test('an image of the viewport shows every block at its position', async () => {
    const capture = await bench.capture('/blocks', scaled(scale));
    expect([capture.width, capture.height]).toEqual([400 * scale, 300 * scale]);
    const pixels = await pngPixels(capture.image);
    expect([pixels.width, pixels.height]).toEqual([400 * scale, 300 * scale]);
    for (const { left, top, width, height, color } of blocks) {
      expect(pixels.at(left * scale, top * scale)).toEqual(colors[color]);
      expect(pixels.at((left + width) * scale - 1, (top + height) * scale - 1)).toEqual(colors[color]);
    }
  });

  test('an element is captured exactly with its border', async () => {
    const { width, height, border, color } = boxes.far;
    const capture = await bench.capture('/elements', { element: '#far', ...scaled(scale) });
    const pixels = await pngPixels(capture.image);
    expect([pixels.width, pixels.height]).toEqual([width * scale, height * scale]);
    expect(pixels.at(width * scale - 1, height * scale - 1)).toEqual(colors[border]);
    expect(pixels.at(Math.ceil(borderWidth * scale), height)).toEqual(colors[color]);
    expect(pixels.at(Math.floor(borderWidth * scale) - 1, height)).toEqual(colors[border]);
  });

  test('a crop is in CSS pixels', async () => {
    const crop = { left: 10, top: 2450, width: 200, height: 100 };
    const pixels = await pngPixels((await bench.capture('/tall', { crop, ...scaled(scale) })).image);
    expect([pixels.width, pixels.height]).toEqual([200 * scale, 100 * scale]);
    expect(pixels.at(0, 50 * scale - 1)).toEqual(colors[stripeAt(2499)]);
    expect(pixels.at(0, 50 * scale)).toEqual(colors[stripeAt(2500)]);
  });

  test.each([
    ['the viewport', {}],
    ['the full page', { fullPage: true }],
    ['an element', { element: '#carousel' }],
  ])(
    'masks cover the ignored elements in %s, and at most one more pixel at each edge',
    async (_name, settings) => {
      const ignored = { ignoredSelectors: ['.advert'], ...settings, ...scaled(scale) };
      const { image, masks } = await bench.capture('/ignored', ignored);
      const drawn = pixelsOf(await pngPixels(image), colors.magenta);
      const inside = covered(masks);
      expect(drawn.length).toBeGreaterThan(500);
      expect(drawn.filter((pixel) => !inside.has(pixel))).toEqual([]);
      const edges = masks.reduce((sum, { width, height }) => sum + 2 * (width + height), 0);
      expect(inside.size - drawn.length).toBeLessThanOrEqual(Number.isInteger(scale) ? 0 : edges);
    },
  );
});

test.each([3, 1.37])(
  'a long page is joined from tiles without seams, with a scale factor of %s',
  async (scale) => {
    const settings = { fullPage: true, viewport: { width: 100, height: 600 }, ...scaled(scale) };
    const capture = await bench.capture('/long-ruler', settings);
    expect([capture.width, capture.height]).toEqual([Math.round(100 * scale), Math.round(12_000 * scale)]);
    const pixels = await pngPixels(capture.image);
    // Each stripe is 100 CSS pixels high. Half a pixel is tolerated, because Chromium rounds the edges of boxes.
    for (let stripe = 0; stripe < 120; stripe++) {
      const [first, last] = [
        Math.ceil(stripe * 100 * scale + 0.5),
        Math.floor((stripe + 1) * 100 * scale - 1.5),
      ];
      for (const top of [first, last])
        for (const left of [0, pixels.width - 1])
          expect([top, pixels.at(left, top)]).toEqual([top, colors[stripeAt(stripe * 100)]]);
    }
  },
);

test('a viewport that does not fit in one tile is joined from tiles, from its scroll position', async () => {
  const viewport = { width: 1_600, height: 900 };
  const settings = { viewport, ...scaled(3) };
  const { width, height, image } = await bench.capture('/ignored-scrolled', settings);
  expect(width * height).toBeGreaterThan(tileLimits.area);
  const small = await pngPixels((await bench.capture('/ignored-scrolled', { viewport })).image);
  expect([width, height]).toEqual([4_800, 2_700]);
  const pixels = await pngPixels(image);
  const different: string[] = [];
  for (let top = 0; top < viewport.height; top += 7)
    for (let left = 0; left < viewport.width; left += 7)
      if (pixels.at(left * 3 + 1, top * 3 + 1).join() !== small.at(left, top).join())
        different.push(`${left},${top}`);
  // At this scale, small text is drawn with more pixels.
  expect(different.length).toBeLessThan(20);
});

test('the limits of an image are in image pixels', async () => {
  const { width, height, notes } = await bench.capture('/tall-plain', {
    ...{ fullPage: true, format: 'jpeg', viewport: { width: 40, height: 100 } },
    ...scaled(3),
  });
  expect([width, height]).toEqual([120, 64_998]);
  expect(notes).toEqual(['Only the first 120 × 64998 of 120 × 90000 pixels were captured.']);
});

test('a thumbnail is in image pixels, and smaller than the image', async () => {
  const { thumbnail } = await bench.capture('/blocks', { thumbnailWidth: 600, ...scaled(2) });
  const pixels = await pngPixels(thumbnail!);
  expect([pixels.width, pixels.height]).toEqual([600, 450]);
});

test('the image of a failure shows the whole viewport', async () => {
  const { image } = await bench.failure('/blocks', {
    ...{ viewport: { width: 400, height: 300 }, element: '#absent' },
    ...scaled(3),
  });
  const pixels = await jpegPixels(image!);
  expect([pixels.width, pixels.height]).toEqual([1_200, 900]);
  expect(pixels.at(1_150, 850)[2]).toBeLessThan(20);
  const large = await bench.failure('/blocks', {
    ...{ viewport: { width: 1_920, height: 1_080 }, element: '#absent' },
    ...scaled(3),
  });
  const reduced = await jpegPixels(large.image!);
  expect(reduced.width * reduced.height).toBeLessThanOrEqual(2_100_000);
  expect(Math.abs(reduced.width / reduced.height - 16 / 9)).toBeLessThan(0.01);
});

test('masks cover ignored elements on a page that a mobile viewport zooms out', async () => {
  const { image, masks } = await bench.capture('/ignored', {
    ...{ ignoredSelectors: ['.advert'], viewport: { width: 390, height: 300 } },
    options: { mobile: true, scaleFactor: 3 },
  });
  const inside = covered(masks);
  const drawn = pixelsOf(await pngPixels(image), colors.magenta);
  expect(drawn.length).toBeGreaterThan(500);
  expect(drawn.filter((pixel) => !inside.has(pixel))).toEqual([]);
  // Edges that lie between two pixels are blended, and masks cover whole CSS pixels.
  expect(inside.size).toBeLessThan(drawn.length * 1.2);
});

function covered(masks: Area[]): Set<string> {
  const found = new Set<string>();
  for (const { left, top, width, height } of masks)
    for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) found.add(`${x},${y}`);
  return found;
}
