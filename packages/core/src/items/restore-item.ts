import type { ScheduleItem } from '@shotclock/contracts';
import { countItems, findItem, lockSchedule, restoreItem as restoreRow, touchSchedule } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { assertScheduleItems } from './item-limits.ts';
import { type ExpandItem, itemResource } from './item-resource.ts';

/**
 * Adds a removed item back to its schedule, with its settings. New captures are appended to the item's existing history.
 * An item that has not been removed does not change.
 * @throws CoreError not_found (also when the removed item no longer exists), conflict (too many for the schedule)
 */
export async function restoreItem(
  ctx: CoreContext,
  input: { scheduleId: number; itemId: number } & ExpandItem,
): Promise<ScheduleItem> {
  const { scheduleId, itemId, expand } = input;
  const key = { accountId: ctx.accountId, scheduleId, itemId };
  return inTransaction(ctx, changed('ITEM', itemId), async (tx) => {
    if (!(await lockSchedule(tx, key))) throw notFound('schedule', scheduleId);
    const existing = await findItem(tx, key);
    if (existing) return itemResource(existing, expand);
    const restored = await restoreRow(tx, key);
    if (!restored) throw notFound('item', itemId);
    assertScheduleItems(ctx, (await countItems(tx, key)) - 1, 1);
    await touchSchedule(tx, key);
    return itemResource(restored, expand);
  });
}
