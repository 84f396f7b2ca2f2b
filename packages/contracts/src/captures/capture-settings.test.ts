import { expect, test } from 'vitest';
import { captureSettings, itemSettings, screenshotSettings, settingsOf } from './capture-settings.ts';

const url = 'https://example.com/';
const defaults = {
  url,
  width: null,
  height: null,
  fullPage: false,
  format: 'png',
  responseType: 'json',
  quality: null,
  delay: null,
  waitUntil: null,
  waitUntilTimeout: null,
  waitFor: null,
  crop: null,
  element: null,
  thumbnailWidth: null,
  userAgent: null,
  acceptLanguage: null,
  extractHtml: false,
  extractText: false,
};
const stored = { ...defaults, options: null };

test('captureSettings stores the default for an omitted field and for null', () => {
  expect(captureSettings({ url })).toEqual(stored);
  expect(captureSettings({ url, fullPage: null, format: null, quality: null, options: {} })).toEqual(stored);
});

test('captureSettings keeps the values of the request, including 0 and false', () => {
  const request = { url, quality: 0, delay: 0, fullPage: false, extractText: true, format: 'jpeg' as const };
  expect(captureSettings(request)).toMatchObject({ ...defaults, ...request });
});

test('settingsOf returns the settings in a row', () => {
  const settings = captureSettings({ url, width: 5 });
  const row = { ...settings, id: 1, position: 0 };
  expect(settingsOf(row)).toEqual(settings);
});

test('responses contain the settings that the specification lists', () => {
  const { extractHtml, extractText, ...ofScreenshot } = defaults;
  expect(itemSettings(captureSettings({ url }))).toEqual(defaults);
  expect(screenshotSettings(captureSettings({ url }))).toEqual(ofScreenshot);
});
