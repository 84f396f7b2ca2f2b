import type { HistoryStep, ItemHistory } from '@shotclock/contracts';
import { hasHadItem, readItemHistory } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * Counts the captures and the changes of an item in each period. The item and its schedule may be deleted.
 * @param input.edges the edges of the periods, from `historyEdges`
 * @throws CoreError not_found
 */
export async function getItemHistory(
  ctx: CoreContext,
  input: { scheduleId: number; itemId: number; by: HistoryStep; timezone: string; edges: Date[] },
): Promise<ItemHistory> {
  const { scheduleId, itemId, by, timezone, edges } = input;
  const { accountId } = ctx;
  return ctx.db.snapshot(async (tx) => {
    if (!(await hasHadItem(tx, { accountId, scheduleId, itemId }))) throw notFound('item', itemId);
    const found = await readItemHistory(tx, { accountId, itemId, edges });
    return {
      by,
      timezone,
      from: edges[0]!.toISOString(),
      to: edges.at(-1)!.toISOString(),
      periods: found.map(({ index, captures, ...counts }) => ({
        start: edges[index]!.toISOString(),
        end: edges[index + 1]!.toISOString(),
        successes: captures - counts.failures,
        ...counts,
      })),
    };
  });
}
