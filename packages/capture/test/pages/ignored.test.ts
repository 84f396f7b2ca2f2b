import { colors } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Area, CaptureRequest } from '../../src/index.ts';
import { type CaptureBench, openCaptureBench, pixelsOf, pngPixels } from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

const ignoredSelectors = ['.advert'];

function covered(masks: Area[]): string[] {
  const found = new Set<string>();
  for (const { left, top, width, height } of masks)
    for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) found.add(`${x},${y}`);
  return [...found];
}

describe('masks', () => {
  const story = expect.stringContaining('Story');
  test.each([
    ['the viewport', '/ignored', {}, 2],
    ['a scrolled viewport', '/ignored-scrolled', { extractText: true }, 2],
    ['the full page', '/ignored', { fullPage: true, extractHtml: true }, 6],
    ['the scrolled full page', '/ignored-scrolled', { fullPage: true }, 6],
    ['a crop inside the viewport', '/ignored', { crop: { left: 310, top: 30, width: 90, height: 200 } }, 1],
    ['a crop beyond the viewport', '/ignored', { crop: { left: 30, top: 260, width: 300, height: 600 } }, 4],
    [
      'a crop of a scrolled page',
      '/ignored-scrolled',
      { crop: { left: 0, top: 10, width: 400, height: 800 } },
      4,
    ],
    ['an element', '/ignored', { element: '#carousel' }, 2],
    ['an element of a scrolled page', '/ignored-scrolled', { element: '#carousel' }, 2],
  ])(
    'in %s cover exactly the visible parts of the ignored elements, and only the requested extracts are returned',
    async (_name, path, settings: Partial<CaptureRequest>, count) => {
      const { image, masks, comparable } = await bench.capture(path, { ...settings, ignoredSelectors });
      expect(comparable).toEqual({
        html: settings.extractHtml ? story : null,
        text: settings.extractText ? story : null,
      });
      expect(masks).toHaveLength(count);
      const drawn = pixelsOf(await pngPixels(image), colors.magenta);
      expect(drawn.length).toBeGreaterThan(500);
      expect(covered(masks).toSorted()).toEqual(drawn.toSorted());
    },
  );

  // Chromium rounds or blends the edges of a box, so the mask includes every pixel that the box could cover.
  test('the mask of an element whose edges lie between pixels includes each partly covered pixel', async () => {
    const { image, masks } = await bench.capture('/ignored-fractions', { ignoredSelectors });
    expect(masks).toEqual([10, 60, 110].map((left) => ({ left, top: 20, width: 21, height: 31 })));
    const drawn = pixelsOf(await pngPixels(image), colors.white, false);
    expect(drawn.length).toBeGreaterThan(500);
    expect(new Set(covered(masks)).isSupersetOf(new Set(drawn))).toBe(true);
  });

  test('masks match the element positions at the time of the screenshot', async () => {
    const settings = { waitFor: '#late', ignoredSelectors: ['#late'] };
    expect((await bench.capture('/late', settings)).masks).toEqual([
      { left: 0, top: 0, width: 100, height: 100 },
    ]);
  });

  test('an element that matches several selectors has one mask', async () => {
    const ignored = { ignoredSelectors: ['#first', '.box', '.nothing', 'body > div:first-child'] };
    expect((await bench.capture('/elements', ignored)).masks).toEqual([
      { left: 50, top: 40, width: 200, height: 120 },
    ]);
  });

  test('only the first 1,000 elements have masks, with a note', async () => {
    const { masks, notes } = await bench.capture('/many', { fullPage: true, ignoredSelectors: ['i'] });
    expect(masks).toHaveLength(1_000);
    expect(notes).toEqual(['Only the first 1000 ignored elements are masked.']);
  });

  test('fails the capture if a selector is invalid, even if the page has replaced built-ins', async () => {
    for (const path of ['/blocks', '/changed-builtins']) {
      const error = await bench.failure(path, { ignoredSelectors: ['div', '##'] });
      expect(error).toMatchObject({ code: 'invalid_selector' });
      expect(error.message).toBe('ignoredSelectors contains an invalid CSS selector: ##');
    }
  });
});

describe('extraction', () => {
  const both = { extractHtml: true, extractText: true };

  test('stores complete HTML and text, and omits the ignored elements only in the comparable extracts', async () => {
    const plain = await bench.capture('/ignored', both);
    const capture = await bench.capture('/ignored', { ...both, ignoredSelectors });
    expect([capture.html, capture.text]).toEqual([plain.html, plain.text]);
    expect(plain.comparable).toEqual({ html: plain.html, text: plain.text });
    expect(plain.masks).toEqual([]);
    expect(capture.image.equals(plain.image)).toBe(true);
    expect(capture.text).toMatch(/Story.*First words\..*Buy this.*One.*sponsored/s);
    const { html, text } = capture.comparable;
    expect(text!.split(/\s*\n\s*/)).toEqual(['Story', 'First words.', 'Last words.']);
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en"><head>/);
    expect(html).toContain('<p id="first">First words.</p>');
    expect(html).not.toMatch(/class="advert" style|Buy|sponsored|Hidden advert/);
    expect(html).toContain('Last</span> words.');
  });

  test('the comparable extracts equal the stored ones if no element is ignored', async () => {
    const ignored = { ...both, ignoredSelectors: ['.nothing'] };
    const { html, text, comparable } = await bench.capture('/ignored', ignored);
    expect(comparable).toEqual({ html, text });
  });

  test('the comparable extracts of an ignored root element are empty', async () => {
    for (const selector of ['html', 'body', '*']) {
      const { comparable } = await bench.capture('/text', { ...both, ignoredSelectors: [selector] });
      expect(comparable.text).toBe('');
      expect(comparable.html).not.toContain('Visible');
    }
  });

  test('built-ins that the page has replaced do not affect the extracts', async () => {
    const { comparable } = await bench.capture('/changed-builtins', { ...both, ignoredSelectors: ['div'] });
    expect(comparable.text).toBe('Still readable');
  });
});
