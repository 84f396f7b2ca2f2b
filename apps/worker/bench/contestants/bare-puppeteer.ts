// Uses Puppeteer in the most straightforward way: one browser, with a new context and page for each capture.
import puppeteer from 'puppeteer';
import { viewport } from '../workload.ts';
import { screenshotOptions } from './screenshot-options.ts';
import { serveOrders } from './serve-orders.ts';

serveOrders(async ({ executablePath, sandbox }) => {
  const browser = await puppeteer.launch({
    executablePath,
    headless: 'shell',
    defaultViewport: viewport,
    args: sandbox ? [] : ['--no-sandbox'],
  });
  return async (order) => {
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await page.goto(order.url);
      return await page.screenshot(screenshotOptions(order));
    } finally {
      await context.close();
    }
  };
});
