import { removeItem, touchSchedule } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { lockItem } from './lock-item.ts';

/**
 * Removes an item from its schedule. Its screenshots stay readable, and running captures finish.
 * @throws CoreError not_found, precondition_failed
 */
export async function deleteItem(
  ctx: CoreContext,
  input: { scheduleId: number; itemId: number },
): Promise<void> {
  await inTransaction(ctx, changed('ITEM', input.itemId), async (tx) => {
    await lockItem(ctx, tx, input);
    await removeItem(tx, input.itemId);
    await touchSchedule(tx, { accountId: ctx.accountId, scheduleId: input.scheduleId });
  });
}
