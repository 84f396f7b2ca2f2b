// The lines that differ between two looks at a page, such as a clock or an advertisement, do not count as changes. A line
// is the unit, because parts of a rotating line may be the same in both looks by chance.
import { findDifferingTokens } from './differing-tokens.ts';

type Lines = { baseline: string[]; current: string[] };

/**
 * Removes the differences between the baseline and the current lines that the earlier look did not show.
 * - A new line counts only if the earlier look contains it.
 * - A removed line counts only if the earlier look lacks it, and if not all new lines in its place were removed.
 */
export function dropUnstableLines({ baseline, current }: Lines, earlier: string[]): Lines {
  const differing = findDifferingTokens(baseline, current);
  const inCurrent = findDifferingTokens(earlier, current).current;
  const inBaseline = findDifferingTokens(baseline, earlier).baseline;
  const kept: Lines = { baseline: [], current: [] };
  let [before, now] = [0, 0];
  while (before < baseline.length || now < current.length) {
    const removedTo = endOfRun(differing.baseline, before);
    const addedTo = endOfRun(differing.current, now);
    const added = current.slice(now, addedTo).filter((_, at) => inCurrent[now + at] === 0);
    const wasReplaced = addedTo > now;
    kept.current.push(...added);
    for (let at = before; at < removedTo; at++) {
      const isRemoved = wasReplaced ? added.length > 0 : inBaseline[at] === 1;
      if (isRemoved) kept.baseline.push(baseline[at]!);
    }
    [before, now] = [removedTo, addedTo];
    // The next lines are the same in both lists.
    if (before < baseline.length) kept.baseline.push(baseline[before++]!);
    if (now < current.length) kept.current.push(current[now++]!);
  }
  return kept;
}

function endOfRun(flags: Uint8Array, start: number): number {
  let end = start;
  while (flags[end] === 1) end++;
  return end;
}
