import type { ContentCheck } from '@shotclock/client';
import { expect, test } from 'vitest';
import { checkMarks, checkResult } from './check-result.ts';

const check = {
  comparison: { mode: 'visual', conditions: null },
  ...{ changed: true, ratio: 0.25, baselineScreenshotId: 1 },
} as unknown as ContentCheck;

test.each([
  ['25%', {}],
  ['below the threshold', { changed: false }],
  ['No change', { changed: false, ratio: 0 }],
])('a result says how much differs: %s', (text, more) => {
  expect(checkResult({ ...check, ...more })).toContain(text);
});

test('the first check of a series has no result', () => {
  expect(checkResult({ ...check, changed: false, ratio: 0, baselineScreenshotId: null })).toBeNull();
});

test('a known look has a mark of its own', () => {
  expect(checkMarks({ ...check, changed: false, confirmation: 'KNOWN' })).toMatchObject([{ text: 'Known' }]);
});

test('conditions decide instead of the differences', () => {
  const comparison = { ...check.comparison, conditions: { appears: 'sold out' } };
  expect(checkResult({ ...check, comparison, ratio: 0 })).toBe('A condition holds');
  expect(checkResult({ ...check, comparison, changed: false })).toBe('No condition holds');
});
