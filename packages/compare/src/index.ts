export type { Change, Rectangle } from './change.ts';
export { compareHtml } from './compare-html.ts';
export { compareImages, measureComparison } from './compare-images.ts';
export { compareTexts } from './compare-texts.ts';
export { ComparisonError, type ComparisonFailureCode } from './comparison-error.ts';
export { comparisonLimits } from './comparison-limits.ts';
export type { ComparisonResult } from './comparison-result.ts';
