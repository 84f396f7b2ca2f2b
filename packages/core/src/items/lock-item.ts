import { findItem, type ItemRow, lockSchedule, type Queryable } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { type ExpandItem, itemResource } from './item-resource.ts';

/**
 * Reads an item and locks its schedule until the transaction ends. Until then, other requests cannot change the item, and
 * no run can start.
 * @throws CoreError not_found, precondition_failed
 */
export async function lockItem(
  ctx: CoreContext,
  tx: Queryable,
  key: { scheduleId: number; itemId: number } & ExpandItem,
): Promise<ItemRow> {
  const { scheduleId, itemId } = key;
  const { accountId } = ctx;
  if (!(await lockSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
  const row = await findItem(tx, { accountId, scheduleId, itemId });
  if (!row) throw notFound('item', itemId);
  await assertCurrent(ctx, () => itemResource(row, key.expand));
  return row;
}
