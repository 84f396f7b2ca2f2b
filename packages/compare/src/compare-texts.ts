import {
  type ComparisonResult,
  type DocumentOptions,
  noDifference,
  toComparisonResult,
} from './comparison-result.ts';
import { runInThread } from './run-in-thread.ts';

/**
 * Compares two texts word by word. `ratio` is the number of characters in words that differ, divided by the number of
 * characters in all words of both texts. Whitespace only separates words. The diff is a unified diff of lines. If there
 * are more than a few thousand differences, the ratio is an estimate (`texts/find-unshared-tokens.ts`).
 * @throws ComparisonError `too_large`, `aborted`, `failed`
 */
export async function compareTexts(
  baseline: string,
  current: string,
  { threshold, signal, again = null, known = [] }: DocumentOptions,
): Promise<ComparisonResult> {
  const difference =
    baseline === current
      ? noDifference
      : await runInThread({ kind: 'texts', baseline, current, again, known }, signal);
  return toComparisonResult(difference, threshold);
}
