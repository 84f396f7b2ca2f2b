import captureWebsite from 'capture-website';
import { screenshotOptions } from '../apps/worker/bench/contestants/screenshot-options.ts';
import { serveOrders } from '../apps/worker/bench/contestants/serve-orders.ts';
import { viewport } from '../apps/worker/bench/workload.ts';

serveOrders(
  async ({ executablePath, sandbox }) =>
    async (order) =>
      captureWebsite.buffer(order.url, {
        ...viewport,
        // With the default of 2, the image would have four times as many pixels as the images of the other tools.
        scaleFactor: 1,
        ...screenshotOptions(order),
        launchOptions: { executablePath, headless: 'shell', args: sandbox ? [] : ['--no-sandbox'] },
      }),
);
