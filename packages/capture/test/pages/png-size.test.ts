import { testBrowser, testSandbox } from '@shotclock/testing';
import puppeteer from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserEnvironment, findBrowser } from '../../src/index.ts';
import { type CaptureBench, openCaptureBench, pngPixels } from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

test.each(['/swagger-ui/index.html', '/boilerplate/404.html', '/blocks', '/tall'])(
  "the PNG of %s shows the same as Chromium's own and is at most 0.1 %% larger",
  async (path) => {
    const viewport = { width: 1280, height: 800 };
    const { image } = await bench.capture(path, { viewport, waitUntil: 'network_idle' });
    const executablePath = await findBrowser(testBrowser());
    const browser = await puppeteer.launch({
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
    try {
      const page = await browser.newPage();
      await page.goto(bench.site.url(path), { waitUntil: 'networkidle0' });
      const own = Buffer.from(await page.screenshot({ type: 'png' }));
      // A few pixels that are rounded differently change the size by a few bytes.
      expect(image.length).toBeLessThanOrEqual(own.length * 1.001);
      const [left, right] = [pngPixels(image), pngPixels(own)];
      expect(left.width).toBe(right.width);
      for (let top = 0; top < left.height; top += 40) expect(left.at(40, top)).toEqual(right.at(40, top));
    } finally {
      await browser.close();
    }
  },
);
