import { Comparison, parseCrop, type Rectangle } from '@shotclock/contracts';
import { planComparison } from './checked-item.ts';
import type { RemedyContext, RemedyPlan } from './remedy.ts';

/**
 * Adds the area that a visual check found changed to the ignored regions of its item.
 * @throws CoreError not_found (the check)
 */
export const planIgnoreRegion = (ctx: RemedyContext, checkId: number): Promise<RemedyPlan> =>
  planComparison(ctx, checkId, ({ check, comparison: { mode, ignoredRegions } }) => {
    const area = check.changedArea?.current;
    if (!area || mode !== 'visual')
      return { text: 'Only checks that compare images can ignore regions.', changes: null };
    if (ignoredRegions.some((region) => contains(parseCrop(region), area)))
      return { text: 'Later checks of this page already ignore the region.', changes: null };
    const max = Comparison.properties.ignoredRegions.maxItems!;
    if (ignoredRegions.length >= max)
      return { text: `The page already has ${max} ignored regions. Remove one first.`, changes: null };
    const { left, top, width, height } = area;
    return {
      text:
        `Later checks of this page ignore a rectangle of ${width} × ${height} pixels, ${left} pixels from the left edge and ` +
        `${top} pixels from the top.`,
      changes: { ignoredRegions: [...ignoredRegions, `${left},${top},${width},${height}`] },
    };
  });

const contains = (outer: Rectangle | null, inner: Rectangle): boolean =>
  outer !== null &&
  outer.left <= inner.left &&
  outer.top <= inner.top &&
  outer.left + outer.width >= inner.left + inner.width &&
  outer.top + outer.height >= inner.top + inner.height;
