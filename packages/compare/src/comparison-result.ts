import type { Change, ChangedArea, Rectangle } from './change.ts';

export type ComparisonResult = {
  /** Whether `ratio` is above the threshold. */
  changed: boolean;
  /** From 0 (identical) to 1 (nothing in common). */
  ratio: number;
  /** Null if `ratio` is 0. */
  diff: Diff | null;
  /** Where the images differ. At most 50 areas; empty for text and HTML. */
  changes: Change[];
  /** Null if `ratio` is 0, and for text and HTML. */
  changedArea: ChangedArea | null;
  /** The areas in which the two looks differ. These areas do not count as changes. At most 50. */
  unstable: Rectangle[];
};

export type Diff = { body: Buffer; contentType: 'image/png' | 'text/plain; charset=utf-8' };

export type CompareOptions = {
  /** From 0 to 1. A ratio above the threshold is a change. */
  threshold: number;
  /** Aborts the comparison and terminates its thread. */
  signal: AbortSignal;
};

export type DocumentOptions = CompareOptions & {
  /** An earlier look at the same page as the current document. Differences between the two do not count. */
  again?: string | null;
  /** Other looks of the page. Differences that they show do not count. */
  known?: string[];
};

/** Paths of PNG or JPEG images. */
export type ImageFiles = {
  baseline: string;
  current: string;
  /** Another look at the same page as `current`. Differences between the two do not count. */
  again?: string | null;
  known?: KnownImage[];
};

/**
 * Another look of the page and its masks. A difference that it shows in the same place does not count. With `unstable`, the
 * areas of the look that differed in a capture taken at the same time: only differences in these areas do not count, and
 * only if the look also differs there.
 */
export type KnownImage = { path: string; masks: Rectangle[]; unstable?: Rectangle[] | null };

export type Difference = Omit<ComparisonResult, 'changed'>;

export const noDifference: Difference = {
  ratio: 0,
  diff: null,
  changes: [],
  changedArea: null,
  unstable: [],
};

export function toComparisonResult(difference: Difference, threshold: number): ComparisonResult {
  return { changed: difference.ratio > threshold, ...difference };
}
