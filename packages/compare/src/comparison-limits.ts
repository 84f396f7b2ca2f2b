/** Beyond the first two limits, a comparison fails with `too_large`. A patch is truncated at its limit. */
export const comparisonLimits = {
  /** Of the canvas that contains both images, for example 1,920 × 60,000. At the limit, a comparison needs about 1 GB of memory. */
  pixels: 134_217_728,
  /** Of each text or HTML document. */
  characters: 10_000_000,
  /** Of the diff of texts or HTML documents. */
  patchCharacters: 1_000_000,
} as const;
