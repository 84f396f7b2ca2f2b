// Aligns the rows of two images in the way a text diff aligns lines: an inserted block moves the content below it,
// which then matches rows at a different position in the other image. Rows that occur exactly once in each image are
// anchors. The longest sequence of anchors that are in the same order in both images is used, and each anchor is
// extended to the identical rows around it (patience diff). The alignment takes O(n log n) for n rows, regardless of
// their content.
import type { Rectangle } from '../change.ts';
import { compareBytes } from './compare-bytes.ts';
import type { PixelImages, RowSegment, Size } from './pixel-comparison.ts';
import { createRowReader, type RowReader, rowsAreAlike } from './row-reader.ts';

/** Identical rows: `rows` rows that start at `one` in the first image and at `other` in the second. */
type Run = { one: number; other: number; rows: number };

/** About the height of a line of text. A shorter run is not sufficient evidence that content has moved. */
const minRunRows = 16;

/** Leaves every row at its own position. */
export function unalignedSegments(baseline: Size, current: Size): RowSegment[] {
  const common = Math.min(baseline.height, current.height);
  const rest = { rows: Math.max(baseline.height, current.height) - common };
  const isTaller = baseline.height > current.height;
  return [
    { baseline: 0, current: 0, rows: common },
    isTaller ? { baseline: common, current: null, ...rest } : { baseline: null, current: common, ...rest },
  ].filter(({ rows }) => rows > 0);
}

/**
 * Aligns the rows of images that have the same width. Returns null if no rows have moved.
 * @param masks apply to each image in its own coordinates
 */
export function alignRows({ baseline, current }: PixelImages, masks: Rectangle[]): RowSegment[] | null {
  if (baseline.width !== current.width) return null;
  // The result must not depend on which of the images is the baseline.
  const isSwapped = (baseline.height - current.height || compareBytes(baseline.data, current.data)) > 0;
  const [one, other] = (isSwapped ? [current, baseline] : [baseline, current]).map((image) =>
    createRowReader(image, masks),
  ) as [RowReader, RowReader];
  const runs = findRuns(one, other);
  if (runs.every((run) => run.one === run.other)) return null;
  const aligned = segmentsOf(runs, one.height, other.height);
  return isSwapped
    ? aligned.map((segment) => ({ ...segment, baseline: segment.current, current: segment.baseline }))
    : aligned;
}

/** Finds runs of identical rows, in the order of both images. */
function findRuns(one: RowReader, other: RowReader): Run[] {
  const runs: Run[] = [];
  let end = { one: 0, other: 0 };
  for (const { one: row, other: otherRow } of longestIncreasing(findAnchors(one, other))) {
    if (row < end.one || otherRow < end.other) continue;
    const isAlike = (by: number) => rowsAreAlike(one, row + by, other, otherRow + by);
    let first = 0;
    while (row + first > end.one && otherRow + first > end.other && isAlike(first - 1)) first -= 1;
    let next = 1;
    while (row + next < one.height && otherRow + next < other.height && isAlike(next)) next += 1;
    if (next - first < minRunRows) continue;
    runs.push({ one: row + first, other: otherRow + first, rows: next - first });
    end = { one: row + next, other: otherRow + next };
  }
  return runs;
}

type Anchor = { one: number; other: number };

/** Rows that occur once in each image, in the order of the first image. */
function findAnchors(one: RowReader, other: RowReader): Anchor[] {
  const [rows, otherRows] = [uniqueRows(one), uniqueRows(other)];
  return [...rows].flatMap(([key, row]) => {
    const otherRow = otherRows.get(key);
    return row === null || otherRow === undefined || otherRow === null ? [] : [{ one: row, other: otherRow }];
  });
}

/** The rows by key, in order; null for a key that occurs several times. */
function uniqueRows(reader: RowReader): Map<number, number | null> {
  const rows = new Map<number, number | null>();
  for (let row = 0; row < reader.height; row += 1) {
    const key = reader.key(row);
    rows.set(key, rows.has(key) ? null : row);
  }
  return rows;
}

/** The longest subsequence with increasing positions in the second image. */
function longestIncreasing(anchors: Anchor[]): Anchor[] {
  /** For each sequence length, the index of the last anchor of the sequence that ends at the lowest position. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, { other }] of anchors.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (anchors[ends[middle]!]!.other < other) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  }
  const sequence: Anchor[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) sequence.push(anchors[at]!);
  return sequence.reverse();
}

/** Between two runs, rows are compared from the top. The remaining rows on the longer side were inserted or removed. */
function segmentsOf(runs: Run[], height: number, otherHeight: number): RowSegment[] {
  const segments: RowSegment[] = [];
  const add = (baseline: number | null, current: number | null, rows: number) => {
    const last = segments.at(-1);
    if (rows === 0) return;
    // Rows that are consecutive in both images are compared together, because pixelmatch also looks at the neighbors of a
    // pixel.
    if (last && followsOn(last.baseline, baseline, last.rows) && followsOn(last.current, current, last.rows))
      last.rows += rows;
    else segments.push({ baseline, current, rows });
  };
  let [one, other] = [0, 0];
  for (const run of [...runs, { one: height, other: otherHeight, rows: 0 }]) {
    const pairs = Math.min(run.one - one, run.other - other);
    add(one, other, pairs);
    add(one + pairs, null, run.one - one - pairs);
    add(null, other + pairs, run.other - other - pairs);
    add(run.one, run.other, run.rows);
    [one, other] = [run.one + run.rows, run.other + run.rows];
  }
  return segments;
}

const followsOn = (before: number | null, after: number | null, rows: number): boolean =>
  before === null ? after === null : after === before + rows;
