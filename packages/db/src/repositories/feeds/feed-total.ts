import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { dayOf, type Period, selectFrom } from './feed-selection.ts';
import type { Feed } from './feeds.ts';
import { countEdges } from './period-edges.ts';

/**
 * The exact number of records of a feed. Its cost does not depend on the number.
 * @param request.kind null selects all kinds
 * @param tx must be a snapshot
 */
export async function countRecords(
  tx: Queryable,
  feed: Feed,
  request: { accountId: number; kind: string | null; period: Period },
): Promise<number> {
  const selection = selectFrom(feed, request);
  const { from, to } = request.period;
  const { before, after } = await countEdges(tx, selection);
  const fromDay = from ? sql` and day >= ${dayOf(from)}::date` : sql``;
  const toDay = to ? sql` and day <= ${dayOf(to)}::date` : sql``;
  const counted = sql`${selection.counted}${fromDay}${toDay}`;
  const [row] = await tx.execute<{ total: string }>(
    sql`
    select coalesce((select sum(total) from ${feed.counts} where ${counted}), 0)
      + coalesce((select sum(change) from ${feed.changes} where ${counted}), 0) as total`.inlineParams(),
  );
  return Number(row!.total) - before.inDay - after.inDay;
}
