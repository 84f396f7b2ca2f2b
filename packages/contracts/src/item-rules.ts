import { captureSettingTable } from './capture-setting-table.ts';
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

/**
 * The rules of section 4.1 that no single field's schema can say. `path` is the pointer to the item. Where two fields do
 * not go together and `changes` brought only one of them, the fault points at that one.
 */
export function captureRequestFaults(
  body: Partial<CaptureRequestBody>,
  path: string,
  source: 'manual' | 'scheduled',
  changes: Partial<CaptureRequestBody> = body,
): Fault[] {
  const faults: Fault[] = [];
  const fault = (field: string, code: string, message: string) =>
    faults.push({ path: `${path}/${field}`, code, message });
  const blamed = (field: keyof CaptureRequestBody, other: keyof CaptureRequestBody) =>
    Object.hasOwn(changes, field) || !Object.hasOwn(changes, other) ? field : other;
  const conflict = (field: keyof CaptureRequestBody, other: keyof CaptureRequestBody) => {
    const first = blamed(field, other);
    fault(first, 'conflict', `cannot be combined with ${first === field ? other : field}`);
  };

  if (body.url !== undefined && !isWebUrl(body.url))
    fault('url', 'invalid_url', 'must be an absolute http:// or https:// URL');

  if (body.fullPage && body.crop != null) conflict('crop', 'fullPage');
  if (body.fullPage && body.element != null) conflict('element', 'fullPage');
  if (body.crop != null && body.element != null) conflict('element', 'crop');
  if (body.crop != null && parseCrop(body.crop) === null)
    fault(
      'crop',
      'invalid_crop',
      'must be four integers left,top,width,height with width and height above 0',
    );

  const { width, height } = captureSettingTable;
  const area = (body.width ?? width.usedWhenNull) * (body.height ?? height.usedWhenNull);
  if (area > limits.viewportArea) {
    const field = body.width == null ? 'height' : blamed('width', 'height');
    fault(field, 'too_large', `the viewport must not exceed ${limits.viewportArea} pixels (7680 × 4320)`);
  }

  if (body.responseType === 'image') {
    if (source === 'scheduled') fault('responseType', 'unsupported', 'scheduled captures support json only');
    if (body.extractHtml) fault('extractHtml', 'conflict', 'requires responseType json');
    if (body.extractText) fault('extractText', 'conflict', 'requires responseType json');
  }
  return faults;
}

/** Parsers pass over blanks at the ends, line breaks anywhere and a third slash; no URL has them (RFC 3986). */
function isWebUrl(url: string): boolean {
  return /^https?:\/\/[^/\\\s]/i.test(url) && !/\p{Cc}|\s$/u.test(url) && URL.canParse(url);
}
