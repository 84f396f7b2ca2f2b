import { deviceViewport, storedOptions, usedOptions } from '../captures/capture-options.ts';
import { captureSettingTable } from '../captures/capture-setting-table.ts';
import type { FieldError } from '../field-error.ts';
import { limits } from '../limits.ts';
import { invalidSelector, isSelector } from '../selector/is-selector.ts';
import type { CaptureRequestBody } from './item.ts';

export type ImageSize = { width: number; height: number };
/** A rectangle in CSS pixels, relative to the top-left corner of the page. */
export type Rectangle = { left: number; top: number; width: number; height: number };

/** Parses `left,top,width,height`: integers, left and top ≥ 0, width and height > 0. Returns null for any other text. */
export function parseCrop(crop: string): Rectangle | null {
  if (!/^(\d{1,7}),(\d{1,7}),(\d{1,7}),(\d{1,7})$/.test(crop)) return null;
  const [left, top, width, height] = crop.split(',').map(Number) as [number, number, number, number];
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/**
 * The errors in single fields that a schema cannot express (specification, section 4.1). `path` is the pointer to the
 * item.
 */
export function captureFieldErrors(body: Partial<CaptureRequestBody>, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (body.url !== undefined && !isWebUrl(body.url))
    errors.push({
      path: `${path}/url`,
      code: 'invalid_url',
      message: 'must be an absolute http:// or https:// URL',
    });
  if (body.crop != null && parseCrop(body.crop) === null)
    errors.push({
      path: `${path}/crop`,
      code: 'invalid_crop',
      message: 'must be four integers left,top,width,height with width and height above 0',
    });
  for (const field of ['waitFor', 'element'] as const)
    if (body[field] != null && !isSelector(body[field]))
      errors.push({ path: `${path}/${field}`, ...invalidSelector });
  return errors;
}

/**
 * The viewport of a capture in CSS pixels. The request's own width and height take precedence over those of the device.
 */
export function viewportOf({ width, height, options }: Partial<CaptureRequestBody>): ImageSize {
  const device = deviceViewport(storedOptions(options));
  return {
    width: width ?? device?.width ?? captureSettingTable.width.usedWhenNull,
    height: height ?? device?.height ?? captureSettingTable.height.usedWhenNull,
  };
}

/**
 * The errors in fields that cannot be combined (specification, section 4.1). `path` is the pointer to the item. If
 * `changes` contains only one of the two fields, the error is reported for that field.
 */
export function captureCombinationErrors(
  body: Partial<CaptureRequestBody>,
  path: string,
  source: 'manual' | 'scheduled',
  changes: Partial<CaptureRequestBody> = body,
): FieldError[] {
  const errors: FieldError[] = [];
  const add = (field: string, code: string, message: string) =>
    errors.push({ path: `${path}/${field}`, code, message });
  const fieldToReport = (field: keyof CaptureRequestBody, other: keyof CaptureRequestBody) =>
    Object.hasOwn(changes, field) || !Object.hasOwn(changes, other) ? field : other;
  const conflict = (field: keyof CaptureRequestBody, other: keyof CaptureRequestBody) => {
    const first = fieldToReport(field, other);
    add(first, 'conflict', `cannot be combined with ${first === field ? other : field}`);
  };

  const options = storedOptions(body.options);
  if (options?.device !== undefined)
    for (const field of ['width', 'height', 'userAgent'] as const)
      if (body[field] != null)
        if (fieldToReport('options', field) === field)
          add(field, 'conflict', 'cannot be combined with options.device');
        else add('options/device', 'conflict', `cannot be combined with ${field}`);

  // A change that omits `fullPage` keeps its value.
  if (options?.maxHeight !== undefined && body.fullPage !== undefined && !body.fullPage)
    add('options/maxHeight', 'conflict', 'requires fullPage');

  if (body.fullPage && body.crop != null) conflict('crop', 'fullPage');
  if (body.fullPage && body.element != null) conflict('element', 'fullPage');
  if (body.crop != null && body.element != null) conflict('element', 'crop');

  const { width, height } = viewportOf(body);
  const area = width * height;
  const imageArea = area * usedOptions(options).scaleFactor ** 2;
  if (area <= limits.viewportArea && imageArea > limits.viewportArea) {
    const field = fieldToReport('options', body.width == null ? 'height' : 'width');
    const name = field === 'options' ? 'options/scaleFactor' : field;
    const message = `the viewport must not exceed ${limits.viewportArea} image pixels (width × height × scaleFactor²)`;
    add(name, 'too_large', message);
  }
  if (area > limits.viewportArea) {
    const field = body.width == null ? 'height' : fieldToReport('width', 'height');
    add(field, 'too_large', `the viewport must not exceed ${limits.viewportArea} pixels (7680 × 4320)`);
  }

  if (body.responseType === 'image') {
    if (source === 'scheduled') add('responseType', 'unsupported', 'must be json for a scheduled capture');
    if (body.extractHtml) add('extractHtml', 'conflict', 'requires responseType json');
    if (body.extractText) add('extractText', 'conflict', 'requires responseType json');
  }
  return errors;
}

/** URL parsers ignore leading and trailing spaces, line breaks and a third slash, but RFC 3986 allows none of them. */
function isWebUrl(url: string): boolean {
  return /^https?:\/\/[^/\\\s]/i.test(url) && !/\p{Cc}|\s$/u.test(url) && URL.canParse(url);
}
