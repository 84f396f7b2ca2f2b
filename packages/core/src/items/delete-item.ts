import { removeItem } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { lockItem } from './lock-item.ts';

/**
 * Takes an item out of its schedule. What it captured stays readable, and a capture that goes on is finished.
 * @throws CoreError not_found
 */
export async function deleteItem(
  ctx: CoreContext,
  input: { scheduleId: number; itemId: number },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockItem(ctx, tx, input);
    await removeItem(tx, input.itemId);
  });
}
