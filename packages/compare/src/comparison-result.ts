/** An area of an image in integer pixels, relative to its top left corner. */
export type Rectangle = { left: number; top: number; width: number; height: number };

export type ComparisonResult = {
  /** Whether `ratio` is above the threshold. */
  changed: boolean;
  /** From 0 (equal) to 1 (nothing in common). */
  ratio: number;
  /** Null if `ratio` is 0. */
  diff: Diff | null;
  /** Where images differ; at most 50, empty for texts and HTML documents. */
  changes: Change[];
  /** Where two captures of the same moment differ, which does not count; at most 50. */
  unstable: Rectangle[];
};

/**
 * The bounding box of a difference of two images: of content that changed or was inserted in pixels of the current image, of removed content in pixels of
 * the baseline.
 */
export type Change = Rectangle & { kind: 'changed' | 'inserted' | 'removed' };

export type Diff = { body: Buffer; contentType: 'image/png' | 'text/plain; charset=utf-8' };

export type CompareOptions = {
  /** From 0 to 1. A ratio above the threshold is a change. */
  threshold: number;
  /** Aborts the comparison and terminates its thread. */
  signal: AbortSignal;
};

/** Beyond the first two limits, a comparison fails with `too_large`. A patch is truncated at its limit. */
export const comparisonLimits = {
  /** Of the canvas that contains both images, for example 1,920 × 60,000. At the limit, a comparison needs about 1 GB of memory. */
  pixels: 134_217_728,
  /** Of each text or HTML document. */
  characters: 10_000_000,
  /** Of the diff of texts or HTML documents. */
  patchCharacters: 1_000_000,
} as const;

export type Difference = Omit<ComparisonResult, 'changed'>;

export const noDifference: Difference = { ratio: 0, diff: null, changes: [], unstable: [] };

export function toComparisonResult(difference: Difference, threshold: number): ComparisonResult {
  return { changed: difference.ratio > threshold, ...difference };
}
