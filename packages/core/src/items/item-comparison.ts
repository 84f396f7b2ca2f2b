import {
  type Comparison,
  comparisonErrors,
  type ItemComparison,
  largestImageOf,
  settingsOf,
  settingsOfRun,
  type UpdateItemComparison,
} from '@shotclock/contracts';
import {
  changeItemBytes,
  findItem,
  findSchedule,
  lockSchedule,
  touchSchedule,
  updateItem,
} from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound, refuse } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { assertItemBytes } from './item-limits.ts';
import { type OwnValues, ownComparison } from './item-resource.ts';

type ItemKey = { scheduleId: number; itemId: number };

/** @throws CoreError not_found */
export async function getItemComparison(ctx: CoreContext, key: ItemKey): Promise<ItemComparison> {
  const { accountId } = ctx;
  return ctx.db.snapshot(async (tx) => {
    const schedule = await findSchedule(tx, { accountId, scheduleId: key.scheduleId });
    if (!schedule) throw notFound('schedule', key.scheduleId);
    const item = await findItem(tx, { accountId, ...key });
    if (!item) throw notFound('item', key.itemId);
    return itemComparison(schedule, item);
  });
}

/**
 * Changes, for later checks of one item, the comparison settings that override those of the schedule. Null restores the
 * schedule's value. Existing series continue. A request without fields changes and records nothing.
 * @throws CoreError not_found, precondition_failed, validation_failed (a region outside the image), conflict (too large for the account)
 */
export async function changeItemComparison(
  ctx: CoreContext,
  { changes, ...key }: ItemKey & { changes: UpdateItemComparison },
): Promise<ItemComparison> {
  const itemKey = { accountId: ctx.accountId, ...key };
  const isEmpty = Object.keys(changes).length === 0;
  return inTransaction(ctx, isEmpty ? [] : changed('ITEM', key.itemId), async (tx) => {
    const schedule = await lockSchedule(tx, itemKey);
    if (!schedule) throw notFound('schedule', key.scheduleId);
    const item = await findItem(tx, itemKey);
    if (!item) throw notFound('item', key.itemId);
    await assertCurrent(ctx, () => itemComparison(schedule, item));
    if (isEmpty) return itemComparison(schedule, item);
    const { mode } = schedule.comparison;
    refuse(comparisonErrors({ mode, ...changes }, '', largestImageOf(settingsOfRun(schedule, item))));
    const own = withChanges(item.comparison ?? {}, changes);
    await touchSchedule(tx, itemKey);
    const updated = await updateItem(tx, itemKey, {
      settings: settingsOf(item),
      explicit: item.explicit,
      comparison: own,
      tags: item.tags,
    });
    const change = updated.bytes - item.bytes;
    if (change !== 0) {
      const defaultLimit = ctx.limits.maxItemBytesPerAccount;
      const size = await changeItemBytes(tx, ctx, { change, defaultLimit });
      if (change > 0) assertItemBytes(size);
    }
    return itemComparison(schedule, updated);
  });
}

/** Null if the item no longer overrides any value. */
function withChanges(own: OwnValues, changes: UpdateItemComparison): OwnValues | null {
  const kept = Object.entries(own).filter(([field]) => !(field in changes));
  const replaced = Object.entries(changes).filter(([, value]) => value !== null);
  const values = Object.fromEntries([...kept, ...replaced]);
  if (changes.conditions && Object.keys(changes.conditions).length === 0) values.conditions = null;
  return Object.keys(values).length === 0 ? null : values;
}

function itemComparison(
  schedule: { comparison: Comparison },
  item: { comparison: OwnValues | null },
): ItemComparison {
  return {
    own: ownComparison(item.comparison ?? {}),
    comparison: { ...schedule.comparison, ...item.comparison },
  };
}
