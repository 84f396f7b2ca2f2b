import { browserEnvironment, createBrowserSupervisor } from '@shotclock/capture';
import { captureSettings } from '@shotclock/contracts';
import { parseEgressAllow } from '@shotclock/egress';
import { startFixtureSite } from '@shotclock/testing';
import puppeteer from 'puppeteer';
import { captureRequest } from '../src/capture-request.ts';
import type { serveBenchPages } from './bench-pages.ts';
import type { Setting } from './contestants/serve-orders.ts';
import { viewport } from './workload.ts';

export type SizeRow = { name: string; shotclock: number; chrome: number };

/** Measures the PNG sizes of several pages: with Shotclock, and with bare Puppeteer and the same browser. */
export async function measureSizes(
  pages: Awaited<ReturnType<typeof serveBenchPages>>,
  { executablePath, sandbox }: Setting,
): Promise<SizeRow[]> {
  const site = await startFixtureSite();
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const supervisor = createBrowserSupervisor({
    executablePath,
    sandbox,
    isolation: 'auto',
    processes: 1,
    allow: parseEgressAllow(`${pages.hostPort},${site.hostPort}`),
    logger: quiet,
  });
  const browser = await puppeteer.launch({
    executablePath,
    env: browserEnvironment(executablePath),
    headless: 'shell',
    defaultViewport: viewport,
    // The same glyph rendering and tile size as in the worker, because both affect the image.
    args: [
      '--font-render-hinting=none',
      '--default-tile-width=1920',
      '--default-tile-height=1080',
      ...(sandbox ? [] : ['--no-sandbox']),
    ],
  });
  try {
    await supervisor.start();
    const rows: SizeRow[] = [];
    for (const [name, url, fullPage] of [
      ['small', pages.url('/small'), false],
      ['long', pages.url('/long'), true],
      ['Swagger UI', site.url('/swagger-ui/index.html'), true],
      ['HTML5 Boilerplate', site.url('/boilerplate/404.html'), false],
      ['reveal.js', site.url('/reveal/demo.html'), false],
      ['four colors', site.url('/blocks'), false],
    ] as const) {
      const request = captureRequest(
        captureSettings({ url, ...viewport, fullPage, waitUntil: 'network_idle' }),
        null,
      );
      using captured = await supervisor.capture(request, {
        signal: new AbortController().signal,
        deadlineMs: 60_000,
      });
      const page = await browser.newPage();
      await page.goto(url, { waitUntil: 'networkidle0' });
      const chromeImage = await page.screenshot({ type: 'png', fullPage });
      await page.close();
      rows.push({ name, shotclock: captured.image.length, chrome: chromeImage.length });
    }
    return rows;
  } finally {
    await browser.close();
    await supervisor.close();
    await site.close();
  }
}
