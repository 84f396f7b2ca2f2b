import type { Comparison } from '@shotclock/client';
import { confirmedBelow } from '@shotclock/compare/pixels';

/** Whether a check would count a difference as a change, or why only a check can tell. Accepted looks are unknown here. */
export type Judgment = 'change' | 'noChange' | 'conditions' | 'mode' | 'resolution' | 'elements' | 'looks';

/**
 * @param ratio the result of comparing two captures with the regions of `comparison`
 * @param scale the resolution at which they were compared; 1 if in full
 */
export function judgeDifference(ratio: number, comparison: Comparison, scale: number): Judgment {
  const { mode, threshold, ignoredSelectors, conditions, confirm, recent } = comparison;
  if (conditions) return 'conditions';
  if (mode !== 'visual') return 'mode';
  if (scale < 1) return 'resolution';
  // Without differences, additional masks have no effect.
  if (ratio === 0) return 'noChange';
  if (ignoredSelectors.length > 0) return 'elements';
  if (ratio <= threshold) return 'noChange';
  const isConfirmed = confirm === true ? ratio < confirmedBelow : confirm !== false;
  return isConfirmed || recent > 0 ? 'looks' : 'change';
}
