import type { ScheduleItem } from '@shotclock/contracts';
import { findItem, findSchedule } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { type ExpandItem, itemResource } from './item-resource.ts';

/**
 * Reads one item in a schedule.
 * @throws CoreError not_found (also if the item was removed or belongs to another schedule)
 */
export async function getItem(
  ctx: CoreContext,
  input: { scheduleId: number; itemId: number } & ExpandItem,
): Promise<ScheduleItem> {
  const { accountId } = ctx;
  const { scheduleId, itemId } = input;
  return ctx.db.snapshot(async (tx) => {
    if (!(await findSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
    const row = await findItem(tx, { accountId, scheduleId, itemId });
    if (!row) throw notFound('item', itemId);
    return itemResource(row, input.expand);
  });
}
