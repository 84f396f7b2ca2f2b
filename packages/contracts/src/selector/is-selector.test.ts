import { expect, test } from 'vitest';
import { isSelector } from './is-selector.ts';

// `apps/worker/test/selectors.test.ts` compares the results for many more selectors with those of the browser.
test.each([
  'div',
  '#main > .article:not(.advert) a[href^="/x" i]::before',
  'a, b',
  ':nth-child(2n + 1 of .a, .b)',
  ':has(> img)',
  '|a',
  '*|a',
  '.\\31 23',
  '[a',
  ':is(/)',
  'a /* comment */ > b',
  '.😀',
])('%s is a selector', (text) => expect(isSelector(text)).toBe(true));

test.each([
  '',
  ' ',
  'div[',
  '..',
  'a,',
  ',a',
  '> a',
  'a >',
  'a >> b',
  '#1a',
  'ns|a',
  '[a=1]',
  '[a="b" x]',
  ':visible',
  'div:contains("x")',
  'input:eq(1)',
  '//div',
  'text=Sign in',
  'a{}',
  ':not()',
  ':nth-child(2 n)',
  '::before a',
  '::unknown',
  'a)',
  ':not('.repeat(2_000),
])('%j is not a selector', (text) => expect(isSelector(text)).toBe(false));
