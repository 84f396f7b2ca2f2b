import { expect, test } from 'vitest';
import { optionErrors } from './option-errors.ts';

const errorsOf = (options: Parameters<typeof optionErrors>[0]) =>
  optionErrors(options, '/options').map(({ path, code, message }) => `${path} ${code}: ${message}`);

test.each(['Europe/Paris', 'UTC', 'Asia/Calcutta'])('the time zone %s is valid', (timezone) =>
  expect(errorsOf({ timezone })).toEqual([]),
);

test.each(['en', 'fr-FR', 'zh-Hant-TW', 'de-u-nu-latn'])('the locale %s is valid', (locale) =>
  expect(errorsOf({ locale })).toEqual([]),
);

test('all invalid options are reported', () => {
  expect(errorsOf({ timezone: 'Mars/Base', locale: 'fr_FR', hide: ['.ad', 'p:visible', ''] })).toEqual([
    '/options/timezone unknown_timezone: must be an IANA time zone like Europe/Paris',
    '/options/locale unknown_locale: must be the BCP 47 tag of a supported language, like fr-FR',
    '/options/hide/1 invalid_selector: must be a CSS selector',
    '/options/hide/2 invalid_selector: must be a CSS selector',
  ]);
});

test('all invalid conditions of failWhen are reported', () => {
  const failWhen = { status: '4xx,600', verdict: 'blank,bot', selector: '::part(', noSelector: 'p:visible' };
  expect(errorsOf({ failWhen })).toEqual([
    '/options/failWhen/status invalid_status: must be a list of statuses (404) or classes (4xx), separated by commas',
    '/options/failWhen/verdict invalid_verdict: must be a list of content, http_error, challenge, login_wall, blank, separated by commas',
    '/options/failWhen/selector invalid_selector: must be a CSS selector',
    '/options/failWhen/noSelector invalid_selector: must be a CSS selector',
  ]);
  const valid = { status: '404,5xx', verdict: 'blank,challenge', selector: '.error', noSelector: '.price' };
  expect(errorsOf({ failWhen: { ...valid, text: 'Sold out', noText: 'Add' } })).toEqual([]);
});

test('a URL pattern must be absolute and must not contain regular expressions', () => {
  const valid = [
    'https://*.example.com/*',
    '*://*:*/*.js',
    '*://{*.}?example.com/ads/:id',
    'https://example.com',
  ];
  expect(errorsOf({ blockUrls: valid })).toEqual([]);
  const invalid = ['example.com', '*', '*.js', '/ads/*', 'https://[', 'https://example.com/(ads|banners)'];
  expect(errorsOf({ blockUrls: ['*://*.a.test/*', ...invalid] })).toEqual(
    invalid.map(
      (_, index) =>
        `/options/blockUrls/${index + 1} invalid_pattern: must be an absolute URL pattern without regular expressions, like https://*.example.com/*`,
    ),
  );
});

test('a time zone has only one valid spelling, so equivalent captures have equal options', () => {
  expect(errorsOf({ timezone: 'europe/paris' })).toEqual([
    '/options/timezone unknown_timezone: must be written Europe/Paris',
  ]);
  expect(errorsOf({ timezone: '+02:00' })).toHaveLength(1);
});

test.each(['xx', 'abcdefgh', 'en-', ''])('the locale %j is not supported', (locale) =>
  expect(errorsOf({ locale })).toHaveLength(1),
);

test('absent options have no errors', () => {
  expect(errorsOf(undefined)).toEqual([]);
  expect(errorsOf(null)).toEqual([]);
  expect(errorsOf({ timezone: null, locale: null })).toEqual([]);
});
