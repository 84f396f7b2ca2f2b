import { type CaptureRequestBody, captureSettings, type ScheduleItem } from '@shotclock/contracts';
import { countItems, insertItems, lockSchedule } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { refuseFullSchedule } from './item-count.ts';
import { itemResource } from './item-resource.ts';

/**
 * Adds items to a schedule in any state, in request order: the whole array or nothing (specification, section 4.1).
 * @throws CoreError not_found, conflict (the schedule is full)
 */
export async function addItems(
  ctx: CoreContext,
  input: { scheduleId: number; items: CaptureRequestBody[] },
): Promise<ScheduleItem[]> {
  const { accountId } = ctx;
  const { scheduleId } = input;
  return inTransaction(ctx, async (tx) => {
    if (!(await lockSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
    refuseFullSchedule(ctx, await countItems(tx, scheduleId), input.items.length);
    const rows = await insertItems(tx, { accountId, scheduleId }, input.items.map(captureSettings));
    return rows.map(itemResource);
  });
}
