import { percent } from '../percent.ts';
import { planComparison } from './checked-item.ts';
import type { RemedyContext, RemedyPlan } from './remedy.ts';

/** Thresholds are multiples of 0.01%. */
const steps = 10_000;

/**
 * Raises the threshold of an item just above the ratio that a check measured.
 * @throws CoreError not_found (the check)
 */
export const planRaiseThreshold = (ctx: RemedyContext, checkId: number): Promise<RemedyPlan> =>
  planComparison(ctx, checkId, ({ check, comparison: { threshold } }) => {
    const ratio = check.ratio ?? 0;
    const raised = Math.min(1, (Math.floor(ratio * steps) + 1) / steps);
    const measured = `This change affected ${percent(ratio)}.`;
    if (threshold >= raised)
      return {
        text: `${measured} The threshold is already ${percent(threshold)}.`,
        changes: null,
      };
    return {
      text:
        `${measured} The threshold of this page changes from ${percent(threshold)} to ${percent(raised)}. Smaller changes are then no ` +
        'longer reported.',
      changes: { threshold: raised },
    };
  });
