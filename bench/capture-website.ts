import captureWebsite from 'capture-website';
import { screenshotOptions } from '../apps/worker/bench/contestants/screenshot-options.ts';
import { serveOrders } from '../apps/worker/bench/contestants/serve-orders.ts';
import { viewport } from '../apps/worker/bench/workload.ts';

serveOrders(
  async ({ executablePath, sandbox }) =>
    async (order) =>
      captureWebsite.buffer(order.url, {
        ...viewport,
        // Its default of 2 would be four times the pixels of the others.
        scaleFactor: 1,
        ...screenshotOptions(order),
        launchOptions: { executablePath, headless: 'shell', args: sandbox ? [] : ['--no-sandbox'] },
      }),
);
