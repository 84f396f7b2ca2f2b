import type { Order } from '../workload.ts';

/** Puppeteer's defaults, except for the requested options. */
export function screenshotOptions({ format, quality, fullPage }: Order) {
  return { type: format, fullPage, ...(format === 'jpeg' && { quality }) };
}
