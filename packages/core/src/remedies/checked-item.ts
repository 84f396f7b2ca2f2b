import { isDeepStrictEqual } from 'node:util';
import type { Comparison, ItemComparison, UpdateItemComparison } from '@shotclock/contracts';
import { type ContentCheckRow, findContentCheck, findScheduleOfItem } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { changeItemComparison, getItemComparison } from '../items/item-comparison.ts';
import type { RemedyChange, RemedyContext, RemedyPlan } from './remedy.ts';

/** How often a change is attempted while other requests change the same item. */
const maxAttempts = 5;

/** A check that found a change, and the comparison of later checks of its item. */
type CheckedItem = { check: ContentCheckRow; comparison: Comparison };

/** What a remedy changes in the comparison of an item. */
type ComparisonRemedy = {
  /** What will happen, or why nothing can or needs to be changed. */
  text: string;
  /** Null if nothing can or needs to be changed. */
  changes: UpdateItemComparison | null;
};

/**
 * Plans a change to the comparison of the item that a check belongs to.
 * @param remedyOf must not depend on anything but its arguments
 * @throws CoreError not_found (the check)
 */
export async function planComparison(
  ctx: RemedyContext,
  checkId: number,
  remedyOf: (item: CheckedItem) => ComparisonRemedy,
): Promise<RemedyPlan> {
  const { check, plan } = await foundCheck(ctx, checkId);
  const key = check.itemId === null ? null : await keyOf(ctx, check.itemId);
  if (key === null) return { ...plan, text: 'The page was removed from its schedule.', change: null };
  const { comparison } = await getItemComparison(ctx, key);
  if (comparison.conditions)
    return { ...plan, text: 'Conditions decide which changes of this page are reported.', change: null };
  const { text, changes } = remedyOf({ check, comparison });
  if (changes === null) return { ...plan, text, change: null };
  const change: RemedyChange = {
    action: 'updateItemComparison',
    fields: Object.keys(changes),
    apply: (own) => applyToNewest(own, key, (current) => remedyOf({ check, comparison: current }).changes),
  };
  return { ...plan, text, change };
}

/**
 * A check, and the part of a plan that shows it.
 * @throws CoreError not_found
 */
export async function foundCheck({ db, accountId, links }: RemedyContext, checkId: number) {
  const check = await findContentCheck(db.orm, { accountId, checkId });
  if (!check) throw notFound('content-change check', checkId);
  const hasPicture = check.changedArea !== null && check.screenshotId !== null;
  const path = `/api/v1/content-changes/${checkId}/change/current`;
  return {
    check,
    plan: { target: check.url, pictureUrl: hasPicture ? links.artifact(accountId, path) : null },
  };
}

type ItemKey = { scheduleId: number; itemId: number };

async function keyOf({ db, accountId }: RemedyContext, itemId: number): Promise<ItemKey | null> {
  const scheduleId = await findScheduleOfItem(db.orm, { accountId, itemId });
  return scheduleId === null ? null : { scheduleId, itemId };
}

/** Applies changes that depend on the current comparison, which another request may change at the same time. */
async function applyToNewest(
  ctx: CoreContext,
  key: ItemKey,
  changesOf: (current: Comparison) => UpdateItemComparison | null,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const read: ItemComparison = await getItemComparison(ctx, key);
    const changes = changesOf(read.comparison);
    if (changes === null) return;
    try {
      const isCurrent = (resource: object) => isDeepStrictEqual(resource, read);
      await changeItemComparison({ ...ctx, isCurrent }, { ...key, changes });
      return;
    } catch (error) {
      const isStale = error instanceof CoreError && error.code === 'precondition_failed';
      if (!isStale || attempt === maxAttempts) throw error;
    }
  }
}
