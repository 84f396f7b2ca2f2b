import type { Comparison } from '@shotclock/client';
import { expect, test } from 'vitest';
import { type Judgment, judgeDifference } from './judge-difference.ts';

const comparison: Comparison = {
  ...{ mode: 'visual', threshold: 0.01, ignoredSelectors: [], ignoredRegions: [], regions: [] },
  ...{ conditions: null, compare: 'content', confirm: false, recent: 0 },
};

test.each<[Judgment, ratio: number, Partial<Comparison>]>([
  ['change', 0.09, {}],
  ['change', 0.09, { confirm: true }],
  ['noChange', 0.01, {}],
  ['noChange', 0.01, { confirm: true, recent: 3 }],
  ['noChange', 0, { ignoredSelectors: ['.advert'] }],
  ['conditions', 0, { conditions: { appears: 'sold out' } }],
  ['mode', 0, { mode: 'text' }],
  ['elements', 0.005, { ignoredSelectors: ['.advert'] }],
  ['elements', 0.09, { ignoredSelectors: ['.advert'] }],
  ['looks', 0.04, { confirm: true }],
  ['looks', 0.09, { confirm: { after: 60 } }],
  ['looks', 0.09, { recent: 1 }],
])('the judgment is %s for a ratio of %d with %j', (judgment, ratio, more) => {
  expect(judgeDifference(ratio, { ...comparison, ...more }, 1)).toBe(judgment);
});

test('captures that are compared at a lower resolution are not judged', () => {
  expect(judgeDifference(0, comparison, 0.5)).toBe('resolution');
});
