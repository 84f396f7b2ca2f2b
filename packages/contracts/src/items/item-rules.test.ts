import { describe, expect, test } from 'vitest';
import type { CaptureRequestBody } from './item.ts';
import { captureCombinationErrors, captureFieldErrors, parseCrop } from './item-rules.ts';

const requestErrors = (body: Partial<CaptureRequestBody>, source: 'manual' | 'scheduled') => [
  ...captureFieldErrors(body, '/0'),
  ...captureCombinationErrors(body, '/0', source),
];
const errorsOf = (body: Partial<CaptureRequestBody>, source: 'manual' | 'scheduled' = 'scheduled') =>
  requestErrors({ url: 'https://example.com/', ...body }, source).map(({ path, code }) => `${path} ${code}`);

describe('parseCrop', () => {
  test('accepts four integers', () => {
    expect(parseCrop('0,10,800,600')).toEqual({ left: 0, top: 10, width: 800, height: 600 });
  });

  test.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    '-1,0,10,10',
    '0,0,0,10',
    '0,0,10,0',
    '1.5,0,10,10',
    ' 0,0,10,10',
    'a,b,c,d',
    '0,0,99999999,1',
  ])('rejects %j', (crop) => expect(parseCrop(crop)).toBeNull());
});

describe('the validation of a capture request', () => {
  test.each(['https://example.com/', 'HTTP://EXAMPLE.com', 'http://[2606:4700::1111]/a?b#c'])(
    'accepts the URL %s',
    (url) => expect(errorsOf({ url })).toEqual([]),
  );

  test.each([
    'example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'http://',
    '//example.com',
    'view-source:https://example.com/',
    ' https://example.com/',
    'https://example.com/ ',
    'https://example.com/\n',
    'https://exam\tple.com/',
    'https:///example.com/',
    'https://\\example.com/',
  ])('rejects the URL %j', (url) => expect(errorsOf({ url })).toEqual(['/0/url invalid_url']));

  test('allows only one of fullPage, crop and element, and reports every conflict', () => {
    const crop = '0,0,10,10';
    expect(errorsOf({ fullPage: true, crop })).toEqual(['/0/crop conflict']);
    expect(errorsOf({ fullPage: true, element: 'main' })).toEqual(['/0/element conflict']);
    expect(errorsOf({ crop, element: 'main' })).toEqual(['/0/element conflict']);
    expect(errorsOf({ fullPage: true, crop, element: 'main' })).toHaveLength(3);
    expect(errorsOf({ fullPage: false, crop })).toEqual([]);
    expect(errorsOf({ fullPage: true, crop: null, element: null })).toEqual([]);
  });

  test('limits the area of the viewport, using the default for an omitted side', () => {
    expect(errorsOf({ width: 7_680, height: 4_320 })).toEqual([]);
    expect(errorsOf({ width: 7_681, height: 4_320 })).toEqual(['/0/width too_large']);
    expect(errorsOf({ width: 16_384 })).toEqual([]);
    expect(errorsOf({ height: 16_384, width: 16_384 })).toEqual(['/0/width too_large']);
  });

  test('does not allow a device together with a viewport or a user agent, and reports every conflict', () => {
    const options = { device: 'iPhone 15' } as const;
    expect(errorsOf({ options })).toEqual([]);
    expect(errorsOf({ options, width: 400, height: 300, userAgent: 'x' })).toEqual([
      '/0/options/device conflict',
      '/0/options/device conflict',
      '/0/options/device conflict',
    ]);
    expect(errorsOf({ options: { ...options, scaleFactor: 1, mobile: false, touch: false } })).toEqual([]);
    for (const fullPage of [false, null])
      expect(errorsOf({ options: { maxHeight: 500 }, fullPage })).toEqual(['/0/options/maxHeight conflict']);
    expect(errorsOf({ options: { maxHeight: 500 }, fullPage: true })).toEqual([]);
    expect(errorsOf({ options: { device: null }, width: 400 })).toEqual([]);
  });

  test('limits the viewport in image pixels', () => {
    const size = { width: 2_560, height: 1_440 };
    expect(errorsOf({ ...size, options: { scaleFactor: 3 } })).toEqual([]);
    expect(errorsOf({ ...size, width: 2_561, options: { scaleFactor: 3 } })).toEqual([
      '/0/options/scaleFactor too_large',
    ]);
    expect(errorsOf({ width: 7_681, height: 4_320, options: { scaleFactor: 3 } })).toEqual([
      '/0/width too_large',
    ]);
  });

  test('allows image responses only for manual captures, and extraction only with json', () => {
    expect(errorsOf({ responseType: 'image' })).toEqual(['/0/responseType unsupported']);
    expect(errorsOf({ responseType: 'image' }, 'manual')).toEqual([]);
    expect(errorsOf({ responseType: 'image', extractHtml: true, extractText: true }, 'manual')).toEqual([
      '/0/extractHtml conflict',
      '/0/extractText conflict',
    ]);
  });

  test('reports the changed field when two fields conflict', () => {
    const stored = { url: 'https://example.com/', crop: '0,0,10,10', height: 4_320 };
    const errorsOfChange = (changes: Partial<CaptureRequestBody>) =>
      captureCombinationErrors({ ...stored, ...changes }, '', 'scheduled', changes).map(
        (error) => `${error.path} ${error.message}`,
      );
    expect(errorsOfChange({ fullPage: true })).toEqual(['/fullPage cannot be combined with crop']);
    expect(errorsOfChange({ fullPage: true, crop: '1,1,1,1' })).toEqual([
      '/crop cannot be combined with fullPage',
    ]);
    expect(errorsOfChange({ element: 'p' })).toEqual(['/element cannot be combined with crop']);
    expect(errorsOfChange({ width: 7_681 })).toEqual([expect.stringMatching(/^\/width the viewport/)]);
    expect(errorsOfChange({ crop: null, fullPage: true })).toEqual([]);
  });

  test('reports the changed field when a field conflicts with an option', () => {
    const errorsOfChange = (stored: object, changes: Partial<CaptureRequestBody>) =>
      captureCombinationErrors({ ...stored, ...changes }, '', 'scheduled', changes).map(
        (error) => `${error.path} ${error.message}`,
      );
    const options = { device: 'iPhone 15', scaleFactor: 3 } as const;
    expect(errorsOfChange({ options }, { width: 300 })).toEqual([
      '/width cannot be combined with options.device',
    ]);
    expect(errorsOfChange({ width: 300 }, { options })).toEqual([
      '/options/device cannot be combined with width',
    ]);
    expect(errorsOfChange({ options: { scaleFactor: 3 } }, { width: 7_680 })).toEqual([
      expect.stringMatching(/^\/width the viewport must not exceed 33177600 image pixels/),
    ]);
  });

  test('accepts changes without a URL', () => {
    expect(requestErrors({ width: 5 }, 'scheduled')).toEqual([]);
  });
});
