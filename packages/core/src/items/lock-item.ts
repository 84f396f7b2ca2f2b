import { findItem, type ItemRow, lockSchedule, type Queryable } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * An item that nobody else changes until the transaction ends: its schedule is locked, which also keeps a run from
 * starting halfway.
 * @throws CoreError not_found
 */
export async function lockItem(
  ctx: CoreContext,
  tx: Queryable,
  key: { scheduleId: number; itemId: number },
): Promise<ItemRow> {
  const { scheduleId, itemId } = key;
  if (!(await lockSchedule(tx, { accountId: ctx.accountId, scheduleId })))
    throw notFound('schedule', scheduleId);
  const row = await findItem(tx, key);
  if (!row) throw notFound('item', itemId);
  return row;
}
