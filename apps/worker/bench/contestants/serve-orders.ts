import type { Order } from '../workload.ts';

/** Given in the child's first message: the same browser for all of them. */
export type Setting = { executablePath: string; sandbox: boolean; concurrency: number };
export type Capture = (order: Order) => Promise<Buffer | Uint8Array>;

/**
 * The child's side of `startContestant`: takes orders one after the other, with `concurrency` captures at a time.
 * `open` launches what it needs and answers how one capture is made.
 */
export function serveOrders(open: (setting: Setting) => Promise<Capture>): void {
  let capture: Promise<Capture> | null = null;
  const answer = (message: object) => process.send?.(message);
  // Puppeteer ends its browsers when its process exits.
  process.once('disconnect', () => process.exit());
  process.on('message', async (message: { setting: Setting } | { order: Order }) => {
    try {
      if ('setting' in message) {
        capture = open(message.setting);
        await capture;
        return answer({ done: true });
      }
      answer({ done: true, bytes: await work(await capture!, message.order) });
    } catch (error) {
      answer({ error: String((error as Error)?.stack ?? error) });
    }
  });
}

async function work(capture: Capture, order: Order): Promise<number> {
  let left = order.count;
  let bytes = 0;
  const lane = async () => {
    while (left-- > 0) {
      const image = await capture(order);
      if (image.length === 0) throw new Error('an empty capture');
      bytes = image.length;
    }
  };
  await Promise.all(Array.from({ length: order.concurrency }, lane));
  return bytes;
}
