import { expect, test } from 'vitest';
import { parsePages } from './parse-pages.ts';

test('each line is an address, with https where the protocol is missing', () => {
  expect(parsePages('https://a.example/\n  b.example/path\n\nhttp://localhost:3000/')).toEqual({
    urls: ['https://a.example/', 'https://b.example/path', 'http://localhost:3000/'],
    skipped: [],
  });
});

test('an address that occurs twice is one page', () => {
  expect(parsePages('https://a.example/ https://a.example/').urls).toEqual(['https://a.example/']);
});

test('words that are no addresses are reported', () => {
  expect(parsePages('https://a.example/\nnot-an-address').skipped).toEqual(['not-an-address']);
});

test('the addresses of a sitemap are those of its loc elements', () => {
  const sitemap =
    '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
    '<url><loc>https://a.example/?b=1&amp;c=2</loc><lastmod>2026-01-01</lastmod></url>' +
    '<url><loc> <![CDATA[https://a.example/two]]> </loc></url></urlset>';
  expect(parsePages(sitemap)).toEqual({
    urls: ['https://a.example/?b=1&c=2', 'https://a.example/two'],
    skipped: [],
  });
});
