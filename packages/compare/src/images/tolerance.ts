/**
 * How far two colours may lie apart before pixelmatch calls them different (its `threshold`, 0–1). Measured on captures
 * of third-party pages: PNG has no noise of its own, so 0.1 (26 of 255 shades of grey) is only for the eye. The noise of
 * JPEG around letters reaches 0.2 between qualities 70 and 95; at 0.25 (66 shades) none of it is left. A PNG against a
 * JPEG of the same page keeps up to 0.02 % of its pixels, at edges between strong colours, whose colour JPEG stores at
 * half the resolution.
 */
export const tolerance = { png: 0.1, jpeg: 0.25 } as const;
