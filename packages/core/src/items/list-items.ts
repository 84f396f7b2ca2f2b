import {
  type ListedItem,
  type Page,
  type PageRequest,
  pageOf,
  type ScheduleItem,
  type SortField,
} from '@shotclock/contracts';
import { findSchedule, type ItemFilter, listItemPage, listItemsOfAccount } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { type ExpandItem, itemResource } from './item-resource.ts';

/**
 * Lists a schedule's current or removed items. `position` is their order within the schedule.
 * @throws CoreError not_found
 */
export async function listItems(
  ctx: CoreContext,
  input: { scheduleId: number } & PageRequest<SortField<'items'>> &
    Partial<ItemFilter & { removed: boolean }> &
    ExpandItem,
): Promise<Page<ScheduleItem>> {
  const { accountId } = ctx;
  const { scheduleId } = input;
  return ctx.db.snapshot(async (tx) => {
    if (!(await findSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
    const found = await listItemPage(
      tx,
      { accountId, scheduleId },
      { urlContains: null, tags: null, removed: false, ...input },
    );
    return pageOf(
      found.rows.map((row) => itemResource(row, input.expand)),
      found,
      input,
    );
  });
}

/** Lists the items of all schedules. */
export async function listAllItems(
  ctx: CoreContext,
  input: PageRequest<SortField<'allItems'>> & Partial<ItemFilter> & ExpandItem,
): Promise<Page<ListedItem>> {
  const filter = { urlContains: null, tags: null, ...input };
  const found = await ctx.db.snapshot((tx) => listItemsOfAccount(tx, ctx, filter));
  const listed = found.rows.map((row) => ({
    ...itemResource(row, input.expand),
    scheduleId: row.scheduleId,
    scheduleName: row.scheduleName,
  }));
  return pageOf(listed, found, input);
}
