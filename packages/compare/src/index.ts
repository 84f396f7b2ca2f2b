// Written by `pnpm barrels`, from what other files import.

export type { Rectangle } from './change.ts';
export { compareHtml } from './compare-html.ts';
export { compareImages, measureComparison } from './compare-images.ts';
export { compareTexts } from './compare-texts.ts';
export { ComparisonError } from './comparison-error.ts';
export { comparisonLimits } from './comparison-limits.ts';
export { comparisonMasks } from './comparison-masks.ts';
export type { ComparisonResult, KnownImage } from './comparison-result.ts';
export { confirmedBelow } from './confirmed-below.ts';
