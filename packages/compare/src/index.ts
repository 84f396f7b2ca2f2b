export { compareHtml } from './compare-html.ts';
export { compareImages } from './compare-images.ts';
export { compareTexts } from './compare-texts.ts';
export { type Comparison, comparisonLimits, type Rectangle } from './comparison.ts';
export { ComparisonError, type ComparisonFailureCode } from './comparison-error.ts';
