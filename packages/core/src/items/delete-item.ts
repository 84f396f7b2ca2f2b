import { removeItem, touchSchedule } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { lockItem } from './lock-item.ts';

/**
 * Removes an item from its schedule. Its screenshots remain available, and running captures finish.
 * @throws CoreError not_found, precondition_failed
 */
export async function deleteItem(
  ctx: CoreContext,
  input: { scheduleId: number; itemId: number },
): Promise<void> {
  const key = { accountId: ctx.accountId, ...input };
  await inTransaction(ctx, changed('ITEM', input.itemId), async (tx) => {
    await lockItem(ctx, tx, input);
    await removeItem(tx, key);
    await touchSchedule(tx, key);
  });
}
