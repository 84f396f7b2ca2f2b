import type { PageRequest, Sort } from '@shotclock/contracts';
import { and, count, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { idsOfPage, type PageRows, pageOffset, readPage } from '../page.ts';
import { findPage } from './feed-page.ts';
import { type Period, selectFrom, within } from './feed-selection.ts';
import { countRecords } from './feed-total.ts';
import type { Feed } from './feeds.ts';

/** A feed is always sorted by time, regardless of the field name in `sort`. */
export type FeedPageRequest = PageRequest<string> & Period;

type Selection = {
  feed: Feed;
  accountId: number;
  /** Null selects all kinds. */
  kind: string | null;
  /** Additional conditions on the records. */
  filters: SQL[];
  /**
   * The records that the filters exclude, if they are few and indexed. Excluded records are then counted instead of the
   * selected ones.
   */
  excluded?: SQL | null;
};

type Records<Row> = {
  /** Reads the records that the condition selects. */
  read: (condition: SQL, direction: Sort<string>['direction']) => PromiseLike<Row[]>;
  /** The time that determines the order of the feed. */
  sortValue: (row: Row) => Date | null;
};

/**
 * Reads a page of a feed. Without filters, the page and the total are computed from the feed counts. With filters, either the matching
 * records or the excluded records are counted. With a cursor, the page is read from its position. `db` must be a transaction of `Database.snapshot`.
 */
export async function readFeed<Row extends { id: number }>(
  db: Queryable,
  { feed, accountId, kind, filters, excluded = null }: Selection,
  request: FeedPageRequest,
  { read, sortValue }: Records<Row>,
): Promise<PageRows<Row>> {
  const { sort, size, from, to, cursor } = request;
  const { direction } = sort;
  const period = { from, to };
  if (filters.length === 0 && !cursor) {
    const offset = pageOffset(request);
    const { total, ids } = await findPage(db, feed, { accountId, kind, period, direction, offset, size });
    return { rows: ids ? await read(sql`${feed.id} = any(${ids})`, direction) : [], total };
  }
  const bounds = { first: from?.getTime() ?? null, last: to?.getTime() ?? null };
  const ofPeriod = within(selectFrom(feed, { accountId, kind, period }), bounds);
  const where = and(ofPeriod, ...filters)!;
  const countWhere = async (condition: SQL) => {
    const [row] = await db.select({ value: count() }).from(feed.records).where(condition);
    return row!.value;
  };
  return readPage(request, {
    count: async () => {
      if (filters.length > 0 && !excluded) return countWhere(where);
      const all = await countRecords(db, feed, { accountId, kind, period });
      return excluded ? all - (await countWhere(and(ofPeriod, excluded)!)) : all;
    },
    read: async (window) => {
      const ids = idsOfPage(db, { id: feed.id, column: feed.at, where }, window);
      return read(inArray(feed.id, ids), window.direction);
    },
    sortValue,
  });
}
