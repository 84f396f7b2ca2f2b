import { describe, expect, test } from 'vitest';
import { compareHtml, compareTexts } from '../src/index.ts';

const options = { threshold: 0, signal: new AbortController().signal };
const texts = (baseline: string, current: string) => compareTexts(baseline, current, options);
const html = (baseline: string, current: string) => compareHtml(baseline, current, options);
const unchanged = { changed: false, ratio: 0, diff: null, changes: [], changedArea: null, unstable: [] };

describe('texts', () => {
  test('the ratio is the fraction of characters that are in words that differ', async () => {
    const found = await texts('one two three', 'one too three');
    expect(found).toMatchObject({ changed: true, ratio: 6 / 22 });
    expect(found.diff!.contentType).toBe('text/plain; charset=utf-8');
    expect(found.diff!.body.toString()).toBe(
      '--- baseline\n+++ current\n@@ -1,1 +1,1 @@\n-one two three\n+one too three\n',
    );
  });

  test('a ratio below the threshold is not a change, but there is a diff', async () => {
    const found = await compareTexts('one two three', 'one too three', { ...options, threshold: 0.3 });
    expect(found).toMatchObject({
      changed: false,
      ratio: 6 / 22,
      diff: { contentType: 'text/plain; charset=utf-8' },
    });
  });

  test('an empty text differs completely from a text with words, but not from whitespace', async () => {
    expect((await texts('', 'a few words')).ratio).toBe(1);
    expect((await texts('a few words', ' \n')).ratio).toBe(1);
    expect(await texts('', ' \r\n')).toEqual(unchanged);
  });

  test('whitespace and line endings only separate words', async () => {
    expect(await texts('one\r\ntwo  three\n', '\none two\rthree')).toEqual(unchanged);
    expect((await texts('one two', 'onetwo')).ratio).toBe(1);
  });

  test('punctuation is not part of a word', async () => {
    expect((await texts('Price: 4 €', 'Price: 5 €')).ratio).toBe(2 / 16);
    expect((await texts('naïve façade', 'naïve façades')).ratio).toBe(13 / 23);
  });

  test('compares a script without spaces character by character', async () => {
    expect((await texts('今日は良い天気です', '今日は悪い天気です')).ratio).toBe(2 / 18);
  });

  test('the patch contains context lines and line numbers', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);
    const found = await texts(lines.join('\n'), lines.with(49, 'another line').join('\n\n'));
    expect(found.diff!.body.toString().split('\n').slice(2)).toEqual([
      '@@ -47,7 +47,7 @@',
      ...[
        ' line 47',
        ' line 48',
        ' line 49',
        '-line 50',
        '+another line',
        ' line 51',
        ' line 52',
        ' line 53',
        '',
      ],
    ]);
  });

  test('the patch truncates a very long line', async () => {
    const found = await texts('x'.repeat(1_000_000), 'y'.repeat(1_000_000));
    const patch = found.diff!.body.toString();
    expect(patch.length).toBeLessThan(21_000);
    expect(patch).toContain('y'.repeat(9_000));
    expect(patch).toContain('\n\\ 990001 more characters\n');
  });
});

describe('HTML', () => {
  test('a one-line document has a diff with one tag per line', async () => {
    const page = (price: number) =>
      `<!DOCTYPE html>\n<html><body><h1>Tea</h1><p class="price">${price} €</p><p>Green.</p></body></html>`;
    const found = await html(page(4), page(5));
    const characters = page(4).replace('\n', '').length;
    expect(found).toMatchObject({ changed: true, ratio: 3 / characters });
    expect(found.diff!.body.toString()).toContain(' <p class="price">\n-4 €\n+5 €\n </p>\n');
  });

  test('ignores indentation and line endings, but compares attributes', async () => {
    expect(await html('<p>\r\n  <b>x</b>\r\n</p>', '<p><b>\tx</b></p>\n')).toEqual(unchanged);
    expect((await html('<a href="1">x</a>', '<a href="2">x</a>')).ratio).toBe(24 / 34);
  });
});

describe('lines that differ between two looks', () => {
  const ratioOf = async (baseline: string, current: string, again: string) =>
    (await compareTexts(baseline, current, { ...options, again })).ratio;

  test.each([
    ['a rotating line', 'News\nAd one\nEnd', 'News\nAd two\nEnd', 'News\nAd three\nEnd'],
    ['a line that only the second look shows', 'News\nEnd', 'News\nAd\nEnd', 'News\nEnd'],
    ['a line that only the second look lacks', 'News\nAd\nEnd', 'News\nEnd', 'News\nAd\nEnd'],
  ])('do not count: %s', async (_, baseline, current, again) => {
    expect(await ratioOf(baseline, current, again)).toBe(0);
  });

  test.each([
    ['a new line', 'News\nClock 1', 'News\nPrice\nClock 2', 'News\nPrice\nClock 3'],
    ['a removed line', 'Price\nNews\nClock 1', 'News\nClock 2', 'News\nClock 3'],
    ['a line next to one that differs', 'Cost 1\nClock 1', 'Cost 2\nClock 2', 'Cost 2\nClock 3'],
  ])('do not hide %s that both show', async (_, baseline, current, again) => {
    expect(await ratioOf(baseline, current, again)).toBeGreaterThan(0);
  });
});

describe('lines that known looks show', () => {
  const ratioOf = async (baseline: string, current: string, ...known: string[]) =>
    (await compareTexts(baseline, current, { ...options, known })).ratio;

  test('do not count, even if the page combines several looks', async () => {
    const [a, b] = ['Ad one\nNews\nOffer one', 'Ad two\nNews\nOffer two'];
    expect(await ratioOf(a, 'Ad two\nNews\nOffer one', b)).toBe(0);
    expect(await ratioOf(a, 'News\nOffer one', 'News\nOffer two')).toBe(0);
    expect(await ratioOf(a, 'Ad two\nNews\nOffer three', b)).toBeGreaterThan(0);
    expect(await ratioOf(a, 'News', b)).toBeGreaterThan(0);
  });
});
