import { expect, test } from 'vitest';
import { parsePages } from './parse-pages.ts';

const urlsOf = (text: string) => parsePages(text).pages.map(({ url }) => url);

test('each line is parsed as a URL, with https if the scheme is missing', () => {
  expect(parsePages('https://a.example/\n  b.example/path\n\nhttp://localhost:3000/')).toEqual({
    pages: [
      { url: 'https://a.example/', line: 1 },
      { url: 'https://b.example/path', line: 2 },
      { url: 'http://localhost:3000/', line: 4 },
    ],
    invalid: [],
    repeated: 0,
    isIndex: false,
  });
});

test('a repeated URL yields one page, on the line where it first occurs', () => {
  expect(parsePages('https://a.example/\nhttps://a.example/').pages).toEqual([
    { url: 'https://a.example/', line: 1 },
  ]);
});

test('different spellings of the same URL count as duplicates', () => {
  const text = 'https://a.example\nHTTPS://A.example/ a.example\nhttps://a.example/b';
  expect(parsePages(text)).toMatchObject({
    pages: [{ url: 'https://a.example' }, { url: 'https://a.example/b' }],
    repeated: 2,
  });
});

test('an invalid line is reported once, even if it contains several words', () => {
  const text = 'https://a.example/\r\n this is not an address \nhttps://b.example/ oops\nc.example d.example';
  expect(parsePages(text)).toMatchObject({
    pages: [{ url: 'https://a.example/' }, { url: 'https://c.example' }, { url: 'https://d.example' }],
    invalid: [
      { url: 'this is not an address', line: 2 },
      { url: 'https://b.example/ oops', line: 3 },
    ],
  });
});

test('the URLs of a sitemap are its loc elements', () => {
  const sitemap =
    '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
    '<url><loc>https://a.example/?b=1&amp;c=2&#38;d</loc><lastmod>2026-01-01</lastmod></url>\n' +
    '<url><loc> <![CDATA[https://a.example/two]]> </loc></url></urlset>';
  expect(parsePages(sitemap)).toEqual({
    pages: [
      { url: 'https://a.example/?b=1&c=2&d', line: 2 },
      { url: 'https://a.example/two', line: 3 },
    ],
    invalid: [],
    repeated: 0,
    isIndex: false,
  });
});

test('a sitemap index is recognized', () => {
  const index = '<sitemapindex><sitemap><loc>https://a.example/pages.xml</loc></sitemap></sitemapindex>';
  expect(parsePages(index).isIndex).toBe(true);
  expect(urlsOf(index)).toEqual(['https://a.example/pages.xml']);
});
