import { type CaptureRequestBody, captureSettings, type ScheduleItem } from '@shotclock/contracts';
import { countItems, insertItems, lockSchedule, touchSchedule } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { assertScheduleItems } from './item-limits.ts';
import { itemResource } from './item-resource.ts';

/**
 * Adds items to a schedule in any state, in request order: all of them or none (specification, section 4.1).
 * @throws CoreError not_found, conflict (too many for the schedule)
 */
export async function addItems(
  ctx: CoreContext,
  input: { scheduleId: number; items: CaptureRequestBody[] },
): Promise<ScheduleItem[]> {
  const { accountId } = ctx;
  const { scheduleId } = input;
  return inTransaction(ctx, async (tx) => {
    if (!(await lockSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
    assertScheduleItems(ctx, await countItems(tx, scheduleId), input.items.length);
    const rows = await insertItems(tx, { accountId, scheduleId }, input.items.map(captureSettings));
    await touchSchedule(tx, scheduleId);
    return rows.map(itemResource);
  });
}
