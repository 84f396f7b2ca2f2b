import { readText } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaptureBench, openCaptureBench } from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

describe('extracted text', () => {
  const extractText = true;

  test('contains the text that a person reads, line by line', async () => {
    const { text } = await bench.capture('/text/read', { extractText });
    expect(text).toBe(readText);
  });

  test('does not contain invisible text', async () => {
    const { text } = await bench.capture('/text/hidden', { extractText });
    expect(text!.split(/\s*\n\s*/)).toEqual(['Seen', 'Summary', 'Chosen', 'Seen below']);
  });

  test('does not depend on the scroll position or fullPage', async () => {
    const [top, whole] = [
      await bench.capture('/ignored', { extractText }),
      await bench.capture('/ignored-scrolled', { extractText, fullPage: true }),
    ];
    const scrolled = await bench.capture('/ignored-scrolled', { extractText });
    expect([scrolled.text, whole.text]).toEqual([top.text, top.text]);
  });

  test('is extracted along with the HTML even if the page has replaced built-ins', async () => {
    const { text, html } = await bench.capture('/text/changed-builtins', { extractText, extractHtml: true });
    expect(text).toBe('Still read\n\nIn a shadow');
    expect(html).toContain('<p>Still <b>read</b></p>');
  });
});

test.each([
  ['the content of a meta element', 'meta[itemprop=price]', '1299.50'],
  ['the value of a form control', '#price', '1.299,50'],
  ['the text of a hidden element', '#hidden', '7'],
  ['the visible text of another element', '#shown', '8'],
  ['nothing if no element matches', '#none', null],
])('the number of a condition is read from %s', async (_name, numberSelector, text) => {
  const { numberText } = await bench.capture('/text/numbers', { numberSelector });
  expect(numberText?.trim() ?? null).toBe(text);
});

describe('extracted HTML', () => {
  test('contains open shadow trees as declarative ones', async () => {
    const settings = { extractHtml: true, ignoredSelectors: ['.quoted'] };
    const { html, comparable } = await bench.capture('/text/read', settings);
    const shadow =
      '<template shadowrootmode="open"><p>Shadow <slot name="name"></slot></p><p><slot></slot></p></template>';
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en"><head>.*<\/html>$/s);
    for (const record of [html, comparable.html])
      expect(record).toContain(`<div id="host">${shadow}slotted<span slot="name">named</span></div>`);
    expect(html).toContain('stars');
    expect(comparable.html).not.toContain('stars');
  });
});
