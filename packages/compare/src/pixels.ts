// This part also runs in browsers, so its modules must not use Node.js.
export type { Change, Rectangle } from './change.ts';
export { comparisonMasks } from './comparison-masks.ts';
export { confirmedBelow } from './confirmed-below.ts';
export { changeBoxes } from './images/change-boxes.ts';
export { colorTolerance } from './images/color-tolerance.ts';
export { comparePixels, drawDiff } from './images/compare-pixels.ts';
export {
  type PixelComparison,
  type PixelImage,
  type PixelImages,
  pixelClass,
} from './images/pixel-comparison.ts';
