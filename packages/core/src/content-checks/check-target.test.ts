import { type CaptureOptions, captureSettings } from '@shotclock/contracts';
import { expect, test } from 'vitest';
import { requestTarget } from './check-target.ts';

const settings = captureSettings({ url: 'https://example.com/', width: 1280, element: '#prices' });

test('the series name for a capture request stays the same across versions', () => {
  // New capture settings must be declared with `addedLater`, so that this hash and stored hashes stay the same.
  expect(requestTarget(settings, 'text')).toBe(
    'request:53f1e37efb9ccf2ed54baf7f822a351352cdd70762038996b5d07c6110517b52',
  );
});

test('settings that do not affect the page do not change the series', () => {
  const target = requestTarget(settings, 'text');
  expect(requestTarget({ ...settings, responseType: 'image', thumbnailWidth: 100 }, 'text')).toBe(target);
  expect(requestTarget({ ...settings, extractHtml: true, extractText: true }, 'text')).toBe(target);
});

test('the canonical form of options determines the series', () => {
  const target = requestTarget(settings, 'text');
  const withOptions = (options: CaptureOptions) => requestTarget({ ...settings, options }, 'text');
  expect(withOptions({ colorScheme: 'light', scaleFactor: 1 })).toBe(target);
  const dark = withOptions({ colorScheme: 'dark', timezone: 'Europe/Paris' });
  expect(dark).not.toBe(target);
  expect(withOptions({ timezone: 'Europe/Paris', colorScheme: 'dark', mobile: false })).toBe(dark);
});

test('every other setting and the mode determine the series', () => {
  const target = requestTarget(settings, 'text');
  expect(requestTarget({ ...settings, width: 1281 }, 'text')).not.toBe(target);
  expect(requestTarget({ ...settings, fullPage: true }, 'text')).not.toBe(target);
  expect(requestTarget(settings, 'html')).not.toBe(target);
});
