/** If an input exceeds one of the first two limits, the comparison fails with `too_large`. A longer patch is truncated. */
export const comparisonLimits = {
  /**
   * Pixels in the canvas that contains both images, for example 1,920 × 60,000. At the limit, a comparison needs about 1 GB of
   * memory.
   */
  pixels: 134_217_728,
  /** Characters in each text or HTML document. */
  characters: 10_000_000,
  /** Characters in the diff of texts or HTML documents. */
  patchCharacters: 1_000_000,
} as const;
