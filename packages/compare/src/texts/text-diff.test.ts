import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeHtmlDiff, computeTextDiff } from './text-diff.ts';

const unchanged = { ratio: 0, diff: null, changes: [], changedArea: null, unstable: [] };
const words = fc
  .array(fc.constantFrom('a', 'b', 'tea', '<p>', '</p>', '4', '€', '漢字', '\n', '\r\n', ' '), {
    maxLength: 40,
  })
  .map((list) => list.join(' '));

test.each([
  ['texts', computeTextDiff],
  ['HTML documents', computeHtmlDiff],
])('the ratio of two %s is between 0 and 1, symmetric, and 0 for identical texts', (_name, computeDiff) => {
  fc.assert(
    fc.property(words, words, (baseline, current) => {
      const { ratio, diff } = computeDiff({ baseline, current });
      expect(ratio).toBeGreaterThanOrEqual(0);
      expect(ratio).toBeLessThanOrEqual(1);
      expect(diff === null).toBe(ratio === 0);
      expect(computeDiff({ baseline: current, current: baseline }).ratio).toBe(ratio);
      expect(computeDiff({ baseline, current: `\r\n${baseline}\n` })).toEqual(unchanged);
    }),
    { numRuns: 500 },
  );
});

test('the ratio of two texts is 0 only if they have the same words in the same order', () => {
  const normalize = (text: string) => text.trim().split(/\s+/).join();
  fc.assert(
    fc.property(words, words, (baseline, current) => {
      expect(computeTextDiff({ baseline, current }).ratio === 0).toBe(
        normalize(baseline) === normalize(current),
      );
    }),
    { numRuns: 500 },
  );
});
