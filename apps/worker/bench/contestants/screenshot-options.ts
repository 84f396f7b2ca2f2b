import type { Order } from '../workload.ts';

/** Puppeteer's own defaults but for what is asked for. */
export function screenshotOptions({ format, quality, fullPage }: Order) {
  return { type: format, fullPage, ...(format === 'jpeg' && { quality }) };
}
