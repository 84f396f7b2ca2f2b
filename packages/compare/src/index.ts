export { compareHtml } from './compare-html.ts';
export { compareImages } from './compare-images.ts';
export { compareTexts } from './compare-texts.ts';
export { ComparisonError, type ComparisonFailureCode } from './comparison-error.ts';
export { type Change, type ComparisonResult, comparisonLimits, type Rectangle } from './comparison-result.ts';
