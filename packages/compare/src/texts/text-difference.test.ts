import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlDifference, textDifference } from './text-difference.ts';

const unchanged = { ratio: 0, diff: null };
const words = fc
  .array(fc.constantFrom('a', 'b', 'tea', '<p>', '</p>', '4', '€', '漢字', '\n', '\r\n', ' '), {
    maxLength: 40,
  })
  .map((list) => list.join(' '));

test.each([
  ['texts', textDifference],
  ['HTML', htmlDifference],
])('the ratio of any two %s is 0 to 1, the same both ways, and 0 for copies', (_name, difference) => {
  fc.assert(
    fc.property(words, words, (baseline, current) => {
      const { ratio, diff } = difference({ baseline, current });
      expect(ratio).toBeGreaterThanOrEqual(0);
      expect(ratio).toBeLessThanOrEqual(1);
      expect(diff === null).toBe(ratio === 0);
      expect(difference({ baseline: current, current: baseline }).ratio).toBe(ratio);
      expect(difference({ baseline, current: `\r\n${baseline}\n` })).toEqual(unchanged);
    }),
    { numRuns: 500 },
  );
});

test('the ratio of any two texts is 0 only for the same words in the same order', () => {
  const listed = (text: string) => text.trim().split(/\s+/).join();
  fc.assert(
    fc.property(words, words, (baseline, current) => {
      expect(textDifference({ baseline, current }).ratio === 0).toBe(listed(baseline) === listed(current));
    }),
    { numRuns: 500 },
  );
});
