import type { ScreenshotHistory } from '@shotclock/contracts';
import { readScreenshotHistory } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { boundsOf, type HistoryPeriods, periodAt } from './history-edges.ts';

/** Counts the captures that were created in each period. */
export async function getScreenshotHistory(
  ctx: CoreContext,
  input: HistoryPeriods,
): Promise<ScreenshotHistory> {
  const found = await readScreenshotHistory(ctx.db.orm, { accountId: ctx.accountId, edges: input.edges });
  return {
    ...boundsOf(input),
    periods: found.map(({ index, captures, failures, unfinished }) => ({
      ...periodAt(input, index),
      captures,
      successes: captures - failures - unfinished,
      failures,
      unfinished,
    })),
  };
}
