import { Cluster } from 'puppeteer-cluster';
import { screenshotOptions } from '../apps/worker/bench/contestants/screenshot-options.ts';
import { serveOrders } from '../apps/worker/bench/contestants/serve-orders.ts';
import { type Order, viewport } from '../apps/worker/bench/workload.ts';

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
