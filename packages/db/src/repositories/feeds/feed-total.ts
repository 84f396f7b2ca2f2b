import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { counts } from '../../schema/counts.ts';
import { facts } from '../../schema/facts.ts';
import { preparedStatement } from '../prepared-statement.ts';
import { type CountValues, isCounted, isUncountedFact, type Period, selectFrom } from './feed-selection.ts';
import type { Feed } from './feeds.ts';
import { countEdges } from './period-edges.ts';

/**
 * The exact number of records in a feed. The cost does not depend on this number.
 * @param request.kind null selects all kinds
 * @param tx a transaction of `Database.snapshot`
 */
export async function countRecords(
  tx: Queryable,
  feed: Feed,
  request: { accountId: number; kind: string | null; period: Period },
): Promise<number> {
  const selection = selectFrom(feed, request);
  const { before, after } = await countEdges(tx, selection);
  const [row] = await readTotal(tx, selection.values);
  return Number(row!.total) - before.inDay - after.inDay;
}

const readTotal = preparedStatement<CountValues, { total: string }>(
  'count_records',
  (value) => sql`
    select coalesce((select sum(total) from ${counts} where ${isCounted(value)}), 0)
      + coalesce((select sum(records) from ${facts} where ${isUncountedFact(value)}), 0) as total`,
);
