import createBrowserless from 'browserless';
import puppeteer from 'puppeteer-24';
import { screenshotOptions } from '../apps/worker/bench/contestants/screenshot-options.ts';
import { serveOrders } from '../apps/worker/bench/contestants/serve-orders.ts';
import type { Order } from '../apps/worker/bench/workload.ts';

/** The package's own types describe a different function. This type follows its README. */
type Screenshot = (url: string, options: object) => Promise<Buffer>;
type Context = { screenshot: unknown; destroyContext(): Promise<unknown> };
type Create = (options: object) => Promise<{ createContext(): Promise<Context> }>;

serveOrders(async ({ executablePath }) => {
  const launch: object = { puppeteer, executablePath, headless: 'shell' };
  const browserless = await (createBrowserless as unknown as Create)(launch);
  return async (order: Order) => {
    const context = await browserless.createContext();
    try {
      const screenshot = context.screenshot as Screenshot;
      return await screenshot(order.url, {
        ...screenshotOptions(order),
        viewport: { width: 1_280, height: 800, deviceScaleFactor: 1 },
      });
    } finally {
      await context.destroyContext();
    }
  };
});
