import { type Page, type PageRequest, pageOf, type ScheduleItem, type SortField } from '@shotclock/contracts';
import { findSchedule, listItemPage } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { itemResource } from './item-resource.ts';

/**
 * Lists a schedule's items; `position` is their order within the schedule.
 * @throws CoreError not_found
 */
export async function listItems(
  ctx: CoreContext,
  input: { scheduleId: number } & PageRequest<SortField<'items'>>,
): Promise<Page<ScheduleItem>> {
  const { accountId } = ctx;
  const { scheduleId } = input;
  return ctx.db.snapshot(async (tx) => {
    if (!(await findSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
    const found = await listItemPage(tx, { accountId, scheduleId }, input);
    return pageOf(found.rows.map(itemResource), found, input);
  });
}
