import { Cluster } from 'puppeteer-cluster';
import { type Order, viewport } from '../workload.ts';
import { screenshotOptions } from './screenshot-options.ts';
import { serveOrders } from './serve-orders.ts';

serveOrders(async ({ executablePath, sandbox, concurrency }) => {
  const cluster: Cluster<Order, Uint8Array> = await Cluster.launch({
    concurrency: Cluster.CONCURRENCY_CONTEXT,
    maxConcurrency: concurrency,
    puppeteerOptions: {
      executablePath,
      headless: 'shell',
      defaultViewport: viewport,
      args: sandbox ? [] : ['--no-sandbox'],
    },
  });
  await cluster.task(async ({ page, data }) => {
    await page.goto(data.url);
    return page.screenshot(screenshotOptions(data));
  });
  return (order) => cluster.execute(order);
});
