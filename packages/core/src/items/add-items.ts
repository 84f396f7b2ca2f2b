import type { ItemRequestBody, ScheduleItem } from '@shotclock/contracts';
import { insertItems, touchSchedule } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { assertItemBytes, assertScheduleItems } from './item-limits.ts';
import { type ExpandItem, itemResource } from './item-resource.ts';
import { newItem } from './new-item.ts';

/**
 * Adds all items of a request, or none, to a schedule in any state, in request order (specification, section 4.1).
 * @throws CoreError not_found, conflict (too many for the schedule, or too large for the account)
 */
export async function addItems(
  ctx: CoreContext,
  input: { scheduleId: number; items: ItemRequestBody[] } & ExpandItem,
): Promise<ScheduleItem[]> {
  const { scheduleId, items, expand } = input;
  const schedule = { accountId: ctx.accountId, scheduleId };
  const added = {
    items: items.map(newItem),
    maxItems: ctx.limits.maxItemsPerSchedule,
    maxBytes: ctx.limits.maxItemBytesPerAccount,
  };
  return inTransaction(ctx, changed('SCHEDULE', scheduleId), async (tx) => {
    if (!(await touchSchedule(tx, schedule))) throw notFound('schedule', scheduleId);
    const inserted = await insertItems(tx, schedule, added);
    assertScheduleItems(ctx, inserted.existing, items.length);
    assertItemBytes(inserted);
    return inserted.rows.map((row) => itemResource(row, expand));
  });
}
