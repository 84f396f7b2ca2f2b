import { type CompareOptions, type Comparison, comparison } from './comparison.ts';
import { runInThread } from './run-in-thread.ts';

/**
 * Compares two texts word by word. `ratio` is the characters of the words that differ by those of all words of both;
 * white space only separates words. The diff is a unified patch of lines. Past some thousand differences the
 * ratio is an estimate (`texts/unshared-tokens.ts`).
 * @throws ComparisonError `too_large`, `aborted`, `failed`
 */
export async function compareTexts(
  baseline: string,
  current: string,
  { threshold, signal }: CompareOptions,
): Promise<Comparison> {
  const found =
    baseline === current
      ? { ratio: 0, diff: null }
      : await runInThread({ kind: 'texts', baseline, current }, signal);
  return comparison(found, threshold);
}
