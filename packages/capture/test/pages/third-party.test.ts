import { testSandbox } from '@shotclock/testing';
import puppeteer, { type Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserEnvironment } from '../../src/index.ts';
import {
  browserPath,
  type CaptureBench,
  colorCount,
  openCaptureBench,
  pngPixels,
} from '../capture-bench.fixture.ts';

const viewport = { width: 1280, height: 800 };
let bench: CaptureBench;
/** A browser that Puppeteer controls without Shotclock. */
let browser: Browser;
beforeAll(async () => {
  bench = await openCaptureBench();
  const executablePath = await browserPath();
  browser = await puppeteer.launch({
    executablePath,
    env: browserEnvironment(executablePath),
    headless: 'shell',
    args: [
      '--font-render-hinting=none',
      // Use the same raster tiles, because some pixels at their edges depend on the tile size.
      '--default-tile-width=1920',
      '--default-tile-height=1080',
      ...(testSandbox() ? [] : ['--no-sandbox']),
    ],
    defaultViewport: viewport,
  });
});
afterAll(async () => {
  await browser.close();
  await bench.close();
});

/** Returns the page's image by Chromium's own PNG encoder. */
async function ownImage(path: string): Promise<Buffer> {
  const page = await browser.newPage();
  await page.goto(bench.site.url(path), { waitUntil: 'networkidle0' });
  const image = Buffer.from(await page.screenshot({ type: 'png' }));
  await page.close();
  return image;
}

async function assertLikeOwn(path: string, image: Buffer): Promise<void> {
  const own = await ownImage(path);
  // A few pixels that are rounded differently change the size by a few bytes.
  expect(image.length).toBeLessThanOrEqual(own.length * 1.001);
  const [left, right] = [await pngPixels(image), await pngPixels(own)];
  expect(left.width).toBe(right.width);
  for (let top = 0; top < left.height; top += 40) expect(left.at(40, top)).toEqual(right.at(40, top));
}

async function captureWithText(path: string, waitFor: string, words: string): Promise<Buffer> {
  const { image, text, html } = await bench.capture(path, {
    ...{ viewport, waitFor, waitUntil: 'network_idle', extractText: true, extractHtml: true },
  });
  const pixels = await pngPixels(image);
  expect([pixels.width, pixels.height]).toEqual([1280, 800]);
  // Text has many shades, but a blank page has only one color.
  expect(colorCount(pixels)).toBeGreaterThan(20);
  expect(text).toContain(words);
  expect(html).toMatch(/^<!DOCTYPE html>/);
  return image;
}

test.each([
  ['/swagger-ui/index.html', '.topbar', 'Explore'],
  ['/boilerplate/404.html', 'h1', 'Page Not Found'],
])(
  "the third-party page %s is captured with its text, and the PNG is visually identical to Chromium's and at most 0.1 percent larger",
  async (path, waitFor, words) => {
    await assertLikeOwn(path, await captureWithText(path, waitFor, words));
  },
);

test('a page of reveal.js is captured with its text', async () => {
  await captureWithText('/reveal/demo.html', '.reveal.ready', 'THE HTML PRESENTATION FRAMEWORK');
});

test.each(['/blocks', '/tall'])(
  "the PNG of %s is visually identical to Chromium's and at most 0.1 percent larger",
  async (path) => {
    const { image } = await bench.capture(path, { viewport, waitUntil: 'network_idle' });
    await assertLikeOwn(path, image);
  },
);

test('a full-page capture of a third-party page is as wide as the viewport and as tall as the page', async () => {
  const capture = await bench.capture('/swagger-ui/index.html', {
    viewport: { width: 1000, height: 200 },
    fullPage: true,
    waitFor: '.topbar',
  });
  expect(capture.width).toBe(1000);
  expect(capture.height).toBeGreaterThan(200);
});
