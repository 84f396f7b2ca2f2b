/** If an input exceeds one of the first two limits, the comparison fails with `too_large`. A longer patch is truncated. */
export const comparisonLimits = {
  /**
   * Number of pixels in the canvas that contains both images, for example 1,920 × 60,000. A comparison at this limit
   * needs about 1 GB of memory.
   */
  pixels: 134_217_728,
  /** Characters in each text or HTML document. */
  characters: 10_000_000,
  /** Characters in the diff of texts or HTML documents. */
  patchCharacters: 1_000_000,
} as const;
