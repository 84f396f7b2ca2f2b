import type { Order } from '../workload.ts';

/** Puppeteer's defaults, except for the options in the order. */
export function screenshotOptions({ format, quality, fullPage }: Order) {
  return { type: format, fullPage, ...(format === 'jpeg' && { quality }) };
}
