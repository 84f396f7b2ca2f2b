/**
 * How much two colors may differ before pixelmatch treats them as different (its `threshold`, 0–1). Measured on
 * captures of third-party pages. PNG is lossless, so 0.08 (21 of 255 gray levels) only has to cover edges that the
 * browser draws in different shades. JPEG noise around letters reaches 0.2 between qualities 70 and 95. At 0.25 (66
 * gray levels), no noise remains. Between a PNG and a JPEG of the same page, up to 0.02% of the pixels still differ, at
 * edges between saturated colors, because JPEG stores color at half the resolution.
 */
export const colorTolerance = {
  png: 0.08,
  jpeg: 0.25,
  /**
   * For two captures taken at the same time, which are identical if nothing on the page moves. There is no tolerance,
   * because a different advertisement may happen to have a similar color.
   */
  stillPng: 0,
} as const;
