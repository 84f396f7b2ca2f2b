import { expect, test } from 'vitest';
import { shortUrl, urlPart, visibleUrl } from './format.ts';

test('a URL is shown without its scheme and trailing slash', () => {
  expect(shortUrl('https://example.com/')).toBe('example.com');
  expect(shortUrl('http://example.com/a?b=https://c/')).toBe('example.com/a?b=https://c');
});

test('direction marks and other invisible characters in a URL are escaped', () => {
  expect(shortUrl('https://example.com/\u202Egpj.exe')).toBe('example.com/%E2%80%AEgpj.exe');
  expect(visibleUrl('https://example.com/a\u200Bb\u0007')).toBe('https://example.com/a%E2%80%8Bb%07');
  expect(visibleUrl('https://example.com/שלום?é=😀')).toBe('https://example.com/שלום?é=😀');
});

test('a search matches a URL as displayed and as stored, case-insensitively', () => {
  const url = 'http://example.com/News/';
  for (const entered of [shortUrl(url), url, ' HTTPS://example.com/News ', 'com/News'])
    expect(url).toContain(urlPart(entered));
  expect(urlPart('https://')).toBe('');
});
