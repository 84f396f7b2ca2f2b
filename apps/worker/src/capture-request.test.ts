import { type CaptureRequestBody, captureSettings, defaultComparison } from '@shotclock/contracts';
import { expect, test } from 'vitest';
import { captureRequest } from './capture-request.ts';

test('a capture request contains defaults for omitted settings', () => {
  expect(captureRequest(captureSettings({ url: 'https://example.com/' }), null)).toMatchObject({
    url: 'https://example.com/',
    viewport: { width: 1920, height: 1080 },
    fullPage: false,
    format: 'png',
    quality: 80,
    delayMs: 0,
    waitUntil: 'page_loaded',
    waitUntilTimeoutMs: 30_000,
    waitFor: null,
    crop: null,
    element: null,
    thumbnailWidth: null,
    userAgent: null,
    acceptLanguage: null,
    extractHtml: false,
    extractText: false,
    ignoredSelectors: [],
    numberSelector: null,
    options: null,
  });
});

test("a capture request contains the canonical options, and the device's viewport", () => {
  const url = 'https://example.com/';
  const request = (settings: Partial<CaptureRequestBody>) =>
    captureRequest(captureSettings({ url, ...settings }), null);
  expect(request({ options: { touch: true, mobile: true, device: 'iPhone 15' } })).toMatchObject({
    viewport: { width: 393, height: 659 },
    options: { device: 'iPhone 15' },
  });
  expect(request({ options: { colorScheme: 'light' } }).options).toBeNull();
  // The device of a schedule also applies to items that have their own width.
  expect(request({ width: 500, options: { device: 'iPhone 15' } }).viewport).toEqual({
    width: 500,
    height: 659,
  });
});

test("a capture request contains the item's settings, with times in milliseconds", () => {
  const settings = captureSettings({
    url: 'https://example.com/',
    delay: 0.5,
    waitUntilTimeout: 2,
    quality: 0,
    crop: '1,2,3,4',
  });
  expect(captureRequest(settings, null)).toMatchObject({
    delayMs: 500,
    waitUntilTimeoutMs: 2_000,
    quality: 0,
    crop: { left: 1, top: 2, width: 3, height: 4 },
  });
});

test('a capture request extracts the content that the check compares, and ignores the same elements', () => {
  const settings = captureSettings({ url: 'https://example.com/' });
  const request = (mode: 'visual' | 'text' | 'html') =>
    captureRequest(settings, { ...defaultComparison, mode, ignoredSelectors: ['#clock'] });
  expect(request('visual')).toMatchObject({ extractHtml: false, extractText: false });
  expect(request('text')).toMatchObject({ extractHtml: false, extractText: true });
  expect(request('html')).toMatchObject({ extractHtml: true, extractText: false });
  expect(request('html').ignoredSelectors).toEqual(['#clock']);
});
