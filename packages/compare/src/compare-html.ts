import { type CompareOptions, type Comparison, comparison } from './comparison.ts';
import { runInThread } from './run-in-thread.ts';

/**
 * Compares two HTML documents line by line, every tag on a line of its own. `ratio` is the characters of the lines that
 * differ by those of all lines of both; white space at their ends and empty lines do not count. The diff is a unified
 * patch. Past some thousand differences the ratio is an estimate (`texts/unshared-tokens.ts`).
 * @throws ComparisonError `too_large`, `aborted`, `failed`
 */
export async function compareHtml(
  baseline: string,
  current: string,
  { threshold, signal }: CompareOptions,
): Promise<Comparison> {
  const found =
    baseline === current
      ? { ratio: 0, diff: null }
      : await runInThread({ kind: 'html', baseline, current }, signal);
  return comparison(found, threshold);
}
