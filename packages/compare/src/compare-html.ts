import {
  type ComparisonResult,
  type DocumentOptions,
  noDifference,
  toComparisonResult,
} from './comparison-result.ts';
import { runInThread } from './run-in-thread.ts';

/**
 * Compares two HTML documents line by line, with every tag on a line of its own. `ratio` is the number of characters in
 * lines that differ, divided by the number of characters in all lines of both documents. Leading and trailing
 * whitespace and empty lines do not count. The diff is a unified diff. If there are more than a few thousand
 * differences, the ratio is an estimate (`texts/find-unshared-tokens.ts`).
 * @throws ComparisonError `too_large`, `aborted`, `failed`
 */
export async function compareHtml(
  baseline: string,
  current: string,
  { threshold, signal, again = null, known = [] }: DocumentOptions,
): Promise<ComparisonResult> {
  const difference =
    baseline === current
      ? noDifference
      : await runInThread({ kind: 'html', baseline, current, again, known }, signal);
  return toComparisonResult(difference, threshold);
}
