import { type Comparison, type ComparisonBody, defaultComparison } from '@shotclock/contracts';

/** Applies the changes in a request field by field: omitted fields keep their value, and null restores the default. */
export function mergeComparison(
  comparison: Comparison,
  changes: ComparisonBody | null | undefined,
): Comparison {
  if (changes === null) return defaultComparison;
  const { mode, threshold, ignoredSelectors, ignoredRegions, regions, conditions } = changes ?? {};
  const { compare, confirm, recent } = changes ?? {};
  const kept = (field: keyof Comparison) => (changes?.[field] === null ? defaultComparison : comparison);
  return {
    mode: mode ?? kept('mode').mode,
    threshold: threshold ?? kept('threshold').threshold,
    ignoredSelectors: ignoredSelectors ?? kept('ignoredSelectors').ignoredSelectors,
    ignoredRegions: ignoredRegions ?? kept('ignoredRegions').ignoredRegions,
    regions: regions ?? kept('regions').regions,
    conditions: conditions ?? kept('conditions').conditions,
    compare: compare ?? kept('compare').compare,
    confirm: confirm ?? kept('confirm').confirm,
    recent: recent ?? kept('recent').recent,
  };
}
