import type { ItemHistory } from '@shotclock/contracts';
import { hasHadItem, readItemHistory } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { boundsOf, type HistoryPeriods, periodAt } from './history-edges.ts';

/**
 * Counts an item's captures and changes in each period. The item and its schedule may have been deleted.
 * @throws CoreError not_found
 */
export async function getItemHistory(
  ctx: CoreContext,
  input: { scheduleId: number; itemId: number } & HistoryPeriods,
): Promise<ItemHistory> {
  const { scheduleId, itemId, edges } = input;
  const { accountId } = ctx;
  return ctx.db.snapshot(async (tx) => {
    if (!(await hasHadItem(tx, { accountId, scheduleId, itemId }))) throw notFound('item', itemId);
    const found = await readItemHistory(tx, { accountId, itemId, edges });
    return {
      ...boundsOf(input),
      periods: found.map(({ index, captures, ...counts }) => ({
        ...periodAt(input, index),
        successes: captures - counts.failures,
        ...counts,
      })),
    };
  });
}
