import type { Order } from '../workload.ts';

/** Sent in the first message to the child process, so that all contestants use the same browser. */
export type Setting = { executablePath: string; sandbox: boolean; concurrency: number };
export type Capture = (order: Order) => Promise<Buffer | Uint8Array>;

/**
 * The child's side of `startContestant`: processes orders one after the other, with up to `concurrency` captures at a
 * time. `open` launches what the contestant needs, and returns a function that takes one capture.
 */
export function serveOrders(open: (setting: Setting) => Promise<Capture>): void {
  let capture: Promise<Capture> | null = null;
  const reply = (message: object) => process.send?.(message);
  // Puppeteer closes its browsers when its process exits.
  process.once('disconnect', () => process.exit());
  process.on('message', async (message: { setting: Setting } | { order: Order }) => {
    try {
      if ('setting' in message) {
        capture = open(message.setting);
        await capture;
        return reply({ done: true });
      }
      reply({ done: true, bytes: await processOrder(await capture!, message.order) });
    } catch (error) {
      reply({ error: String((error as Error)?.stack ?? error) });
    }
  });
}

async function processOrder(capture: Capture, order: Order): Promise<number> {
  let remaining = order.count;
  let bytes = 0;
  const captureLoop = async () => {
    while (remaining-- > 0) {
      const image = await capture(order);
      if (image.length === 0) throw new Error('the image is empty');
      bytes = image.length;
    }
  };
  await Promise.all(Array.from({ length: order.concurrency }, captureLoop));
  return bytes;
}
