import captureWebsite from 'capture-website';
import { viewport } from '../workload.ts';
import { screenshotOptions } from './screenshot-options.ts';
import { serveOrders } from './serve-orders.ts';

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
