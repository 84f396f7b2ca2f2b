import { type Comparison, type ComparisonBody, defaultComparison } from '@shotclock/contracts';

/** A comparison with what a request changes of it, field by field: what is left out stays, and a null is the default. */
export function mergeComparison(
  comparison: Comparison,
  changes: ComparisonBody | null | undefined,
): Comparison {
  if (changes === null) return defaultComparison;
  const { mode, threshold, ignoredSelectors, ignoredRegions } = changes ?? {};
  const kept = (field: keyof Comparison) => (changes?.[field] === null ? defaultComparison : comparison);
  return {
    mode: mode ?? kept('mode').mode,
    threshold: threshold ?? kept('threshold').threshold,
    ignoredSelectors: ignoredSelectors ?? kept('ignoredSelectors').ignoredSelectors,
    ignoredRegions: ignoredRegions ?? kept('ignoredRegions').ignoredRegions,
  };
}
