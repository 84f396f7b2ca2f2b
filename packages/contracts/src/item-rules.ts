import type { Fault } from './fault.ts';
import type { CaptureRequestBody } from './item.ts';
import { limits } from './limits.ts';

/** A rectangle in CSS pixels, from the page's left upper corner. */
export type Rectangle = { left: number; top: number; width: number; height: number };

/** Reads `left,top,width,height`: integers, left and top ≥ 0, width and height > 0; null when it is anything else. */
export function parseCrop(crop: string): Rectangle | null {
  if (!/^(\d{1,7}),(\d{1,7}),(\d{1,7}),(\d{1,7})$/.test(crop)) return null;
  const [left, top, width, height] = crop.split(',').map(Number) as [number, number, number, number];
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/** The rules of section 4.1 that no single field's schema can say. `path` is the pointer to the item. */
export function captureRequestFaults(
  body: CaptureRequestBody,
  path: string,
  source: 'manual' | 'scheduled',
): Fault[] {
  const faults: Fault[] = [];
  const fault = (field: string, code: string, message: string) =>
    faults.push({ path: `${path}/${field}`, code, message });

  const protocol = URL.canParse(body.url) ? new URL(body.url).protocol : null;
  if (!/^https?:\/\//i.test(body.url) || (protocol !== 'http:' && protocol !== 'https:'))
    fault('url', 'invalid_url', 'must be an absolute http:// or https:// URL');

  if (body.fullPage && body.crop != null) fault('crop', 'conflict', 'cannot be combined with fullPage');
  if (body.fullPage && body.element != null) fault('element', 'conflict', 'cannot be combined with fullPage');
  if (body.crop != null && body.element != null) fault('element', 'conflict', 'cannot be combined with crop');
  if (body.crop != null && parseCrop(body.crop) === null)
    fault(
      'crop',
      'invalid_crop',
      'must be four integers left,top,width,height with width and height above 0',
    );

  const area = (body.width ?? 1920) * (body.height ?? 1080);
  if (area > limits.viewportArea) {
    const field = body.width == null ? 'height' : 'width';
    fault(field, 'too_large', `the viewport must not exceed ${limits.viewportArea} pixels (7680 × 4320)`);
  }

  if (body.responseType === 'image') {
    if (source === 'scheduled') fault('responseType', 'unsupported', 'scheduled captures support json only');
    if (body.extractHtml) fault('extractHtml', 'conflict', 'requires responseType json');
    if (body.extractText) fault('extractText', 'conflict', 'requires responseType json');
  }
  return faults;
}
