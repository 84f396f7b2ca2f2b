import type { ScheduleItem } from '@shotclock/client';
import { expect, test } from 'vitest';
import { hintsOf } from './page-hints.ts';
import { parsePages } from './parse-pages.ts';

const itemsOf = (...urls: string[]) => urls.map((url, index) => ({ id: index + 1, url }) as ScheduleItem);
const pagesOf = (text: string) => parsePages(text).pages;
const keeps = { removedItems: [] };

test('reports a page that the schedule already contains, unless that page is being removed', () => {
  const ofSchedule = { items: itemsOf('https://a.example', 'https://b.example/'), removed: [] };
  const pages = pagesOf('https://a.example/\nhttps://c.example/');
  expect(hintsOf(pages, keeps, ofSchedule).present).toEqual([{ url: 'https://a.example/', line: 1 }]);
  expect(hintsOf(pages, { removedItems: [1] }, ofSchedule).present).toEqual([]);
});

test('restores the last removed item if several removed items have the same page', () => {
  const removed = itemsOf('https://a.example/', 'https://a.example/', 'https://b.example/');
  const pages = pagesOf('a.example');
  expect(hintsOf(pages, keeps, { items: [], removed }).restorable).toEqual([
    { page: { url: 'https://a.example', line: 1 }, itemId: 1 },
  ]);
  const items = itemsOf('https://a.example/');
  expect(hintsOf(pages, keeps, { items, removed }).restorable).toEqual([]);
});

test.each([
  ['https://a.example/sitemap.xml', true],
  ['https://a.example/sitemap_pages.xml.gz', true],
  ['https://a.example/sitemap-1.txt?page=2', true],
  ['https://a.example/feeds/all.xml', true],
  ['https://a.example/sitemap', false],
  ['https://a.example/sitemap.html', false],
  ['https://a.example/?file=sitemap.xml', false],
])('%s looks like a sitemap: %s', (url, expected) => {
  const { sitemap } = hintsOf(pagesOf(url), keeps, { items: [], removed: [] });
  expect(sitemap !== undefined).toBe(expected);
});
