import type { Order } from '../workload.ts';

/** Puppeteer's defaults, except for the options that the order sets. */
export function screenshotOptions({ format, quality, fullPage }: Order) {
  return { type: format, fullPage, ...(format === 'jpeg' && { quality }) };
}
