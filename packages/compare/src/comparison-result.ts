/** An area of an image in integer pixels, relative to its top left corner. */
export type Rectangle = { left: number; top: number; width: number; height: number };

export type ComparisonResult = {
  /** Whether `ratio` is above the threshold. */
  changed: boolean;
  /** From 0 (equal) to 1 (nothing in common). */
  ratio: number;
  /** Null if `ratio` is 0. */
  diff: Diff | null;
};

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

export type Difference = Pick<ComparisonResult, 'ratio' | 'diff'>;

export function toComparisonResult({ ratio, diff }: Difference, threshold: number): ComparisonResult {
  return { changed: ratio > threshold, ratio, diff };
}
