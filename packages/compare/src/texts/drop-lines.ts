// Removes differences that do not count. A line is the unit, because parts of a rotating line may be the same in several
// looks by chance.
import { type DifferingTokens, findDifferingTokens } from './differing-tokens.ts';

export type ComparedLines = { baseline: string[]; current: string[] };

/**
 * Drops the differences between the baseline and the current lines that the earlier look did not show, such as a clock. A
 * new line counts only if the earlier look contains it, and a removed line only if the earlier look lacks it.
 */
export function dropUnstableLines(lines: ComparedLines, earlier: string[]): ComparedLines {
  const inCurrent = findDifferingTokens(earlier, lines.current).current;
  const inBaseline = findDifferingTokens(lines.baseline, earlier).baseline;
  return keepDifferences(lines, {
    added: (at) => inCurrent[at] === 0,
    removed: (at) => inBaseline[at] === 1,
  });
}

/**
 * Drops the differences that a known look shows: new lines that one of them contains, and removed lines if one of them has
 * no further line in that place either.
 */
export function dropKnownLines(lines: ComparedLines, known: string[][]): ComparedLines {
  const looks = known.map((look) => {
    const flags = findDifferingTokens(look, lines.current);
    const longer = hunksOf(flags).filter(({ added, removed }) => removed[1] > removed[0] && isEmpty(added));
    return { current: flags.current, longerAt: new Set(longer.map(({ added }) => added[0])) };
  });
  return keepDifferences(lines, {
    added: (at) => looks.every(({ current }) => current[at] === 1),
    removed: (_, next) => looks.every(({ longerAt }) => longerAt.has(next)),
  });
}

/**
 * `added`: whether a new line counts. `removed`: whether a line that was removed before line `next` counts. Replaced lines
 * count if a new line in their place counts.
 */
type Counts = { added: (at: number) => boolean; removed: (at: number, next: number) => boolean };

function keepDifferences({ baseline, current }: ComparedLines, counts: Counts): ComparedLines {
  const kept: ComparedLines = { baseline: [], current: [] };
  let [before, now] = [0, 0];
  for (const { removed, added } of hunksOf(findDifferingTokens(baseline, current))) {
    kept.baseline.push(...baseline.slice(before, removed[0]));
    kept.current.push(...current.slice(now, added[0]));
    const counted = current.slice(...added).filter((_, at) => counts.added(added[0] + at));
    kept.current.push(...counted);
    const isCounted = (at: number) => (isEmpty(added) ? counts.removed(at, added[0]) : counted.length > 0);
    kept.baseline.push(...baseline.slice(...removed).filter((_, at) => isCounted(removed[0] + at)));
    [before, now] = [removed[1], added[1]];
  }
  kept.baseline.push(...baseline.slice(before));
  kept.current.push(...current.slice(now));
  return kept;
}

/** Start and end of a run of lines. */
type Run = [start: number, end: number];

const isEmpty = ([start, end]: Run): boolean => start === end;

/** Consecutive lines that differ, in both lists. The lines between two hunks are the same. */
function hunksOf({ baseline, current }: DifferingTokens): { removed: Run; added: Run }[] {
  const hunks: { removed: Run; added: Run }[] = [];
  for (let [before, now] = [0, 0]; before < baseline.length || now < current.length; ) {
    const removed: Run = [before, endOfRun(baseline, before)];
    const added: Run = [now, endOfRun(current, now)];
    if (!isEmpty(removed) || !isEmpty(added)) hunks.push({ removed, added });
    before = Math.min(removed[1] + 1, baseline.length);
    now = Math.min(added[1] + 1, current.length);
  }
  return hunks;
}

function endOfRun(flags: Uint8Array, start: number): number {
  let end = start;
  while (flags[end] === 1) end++;
  return end;
}
