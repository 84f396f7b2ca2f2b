import { type CaptureRequestBody, captureSettings, type ScheduleItem } from '@shotclock/contracts';
import { countItems, insertItems, lockSchedule } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound, refuse } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { refuseFullSchedule, refuseTooManyItems } from './item-count.ts';
import { itemResource } from './item-resource.ts';

/**
 * Adds items to a schedule in any state, in request order: the whole array or nothing (specification, section 4.1).
 * @throws CoreError validation_failed (an empty array, or more than a request may hold), not_found, conflict (the schedule is full)
 */
export async function addItems(
  ctx: CoreContext,
  input: { scheduleId: number; items: CaptureRequestBody[] },
): Promise<ScheduleItem[]> {
  if (input.items.length === 0)
    refuse([{ path: '', code: 'too_few_items', message: 'must hold at least 1 item' }]);
  refuseTooManyItems(ctx, input.items, '');
  const { accountId } = ctx;
  const { scheduleId } = input;
  return inTransaction(ctx, async (tx) => {
    if (!(await lockSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
    refuseFullSchedule(ctx, await countItems(tx, scheduleId), input.items.length);
    const rows = await insertItems(tx, { accountId, scheduleId }, input.items.map(captureSettings));
    return rows.map(itemResource);
  });
}
