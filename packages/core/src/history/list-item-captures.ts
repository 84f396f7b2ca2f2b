import type { ItemCaptures } from '@shotclock/contracts';
import { countCapturesBefore, hasHadItem, listCapturesAround } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * Lists the finished captures of an item around a time. The item and its schedule may be deleted.
 * @throws CoreError not_found
 */
export async function listItemCaptures(
  ctx: CoreContext,
  input: {
    scheduleId: number;
    itemId: number;
    at: Date;
    before: number;
    after: number;
    changedOnly: boolean;
  },
): Promise<ItemCaptures> {
  const { scheduleId, itemId, at, before, after, changedOnly } = input;
  const { accountId } = ctx;
  return ctx.db.snapshot(async (tx) => {
    if (!(await hasHadItem(tx, { accountId, scheduleId, itemId }))) throw notFound('item', itemId);
    // One more at each end tells whether there are more.
    const around = { accountId, itemId, at, before: before + 1, after: after + 1, changedOnly };
    const { earlier, later } = await listCapturesAround(tx, around);
    const shownEarlier = earlier.slice(Math.max(0, earlier.length - before));
    const countedBefore = changedOnly ? null : await countCapturesBefore(tx, { accountId, itemId, at });
    return {
      captures: [...shownEarlier, ...later.slice(0, after)],
      firstIndex: countedBefore === null ? null : countedBefore - shownEarlier.length,
      hasEarlier: earlier.length > before,
      hasLater: later.length > after,
    };
  });
}
