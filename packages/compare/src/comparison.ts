/** Pixels of an image, integers, from its left upper corner. */
export type Rectangle = { left: number; top: number; width: number; height: number };

export type Comparison = {
  /** `ratio` is above the threshold. */
  changed: boolean;
  /** 0 (the same) to 1 (nothing in common). */
  ratio: number;
  /** Null when `ratio` is 0. */
  diff: Diff | null;
};

export type Diff = { body: Buffer; contentType: 'image/png' | 'text/plain; charset=utf-8' };

export type CompareOptions = {
  /** 0 to 1: a ratio above it is a change. */
  threshold: number;
  /** Ends the comparison's thread. */
  signal: AbortSignal;
};

/** Past these a comparison fails as `too_large`; a diff is cut instead. */
export const comparisonLimits = {
  /** Of the canvas that holds both images: 1,920 × 60,000 and more. At the limit a comparison takes about 1 GB. */
  pixels: 134_217_728,
  /** Of each text or HTML. */
  characters: 10_000_000,
  /** Of a diff of texts or HTML. */
  patchCharacters: 1_000_000,
} as const;

export function comparison(found: { ratio: number; diff: Diff | null }, threshold: number): Comparison {
  return { changed: found.ratio > threshold, ratio: found.ratio, diff: found.diff };
}
