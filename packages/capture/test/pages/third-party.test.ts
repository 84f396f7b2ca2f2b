import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CaptureBench, colourCount, openCaptureBench, pngPixels } from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

test.each([
  ['swagger-ui-dist', '/swagger-ui/index.html', '.topbar', 'Explore'],
  ['reveal.js', '/reveal/demo.html', '.reveal.ready', 'THE HTML PRESENTATION FRAMEWORK'],
  ['html5-boilerplate', '/boilerplate/404.html', 'h1', 'Page Not Found'],
])('the page of %s is captured with its text', async (_name, path, waitFor, words) => {
  const capture = await bench.capture(path, {
    viewport: { width: 1280, height: 800 },
    waitFor,
    extractText: true,
    extractHtml: true,
  });
  const pixels = pngPixels(capture.image);
  expect([pixels.width, pixels.height]).toEqual([1280, 800]);
  // Text has many shades, but a blank page has only one color.
  expect(colourCount(pixels)).toBeGreaterThan(20);
  expect(capture.text).toContain(words);
  expect(capture.html).toMatch(/^<!DOCTYPE html>/);
});

test('a full-page capture of a third-party page has the width of the viewport and the height of the page', async () => {
  const capture = await bench.capture('/swagger-ui/index.html', {
    viewport: { width: 1000, height: 200 },
    fullPage: true,
    waitFor: '.topbar',
  });
  expect(capture.width).toBe(1000);
  expect(capture.height).toBeGreaterThan(200);
});
