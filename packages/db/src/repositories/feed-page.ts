// How a page is found without counting: the total and the page's day are sums over the counts (a row a day), its hour is
// in that day's row, and only inside that hour are records passed over, from the nearer end. Statements hold their constants
// in their text: the planner sees them, and each is one round trip.
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import {
  dayOf,
  type FeedSelection,
  hourMs,
  type Period,
  type Span,
  selectFrom,
  summedHours,
  within,
} from './feed-selection.ts';
import type { Feed } from './feeds.ts';
import { countEdges, type PeriodEdges } from './period-edges.ts';

type Direction = 'asc' | 'desc';

export type FeedRequest = {
  accountId: number;
  /** Null for all kinds. */
  kind: string | null;
  period: Period;
  direction: Direction;
  offset: number;
  size: number;
};

/** Records of the request's period and of one hour: `skip` of its `count` records precede the page, in its direction. */
type Segment = { span: Span; count: number; skip: number };

/**
 * Answers how many records a request selects, and the array of the ids of those on its page; null when it lies past the
 * end. Total, page and rows belong together when the transaction has one snapshot.
 */
export async function findPage(
  tx: Queryable,
  feed: Feed,
  request: FeedRequest,
): Promise<{ total: number; ids: SQL | null }> {
  const selection = selectFrom(feed, request);
  const edges = await countEdges(tx, selection);
  const { total, found } = await findDay(tx, selection, edges, request);
  if (!found || request.offset >= total) return { total, ids: null };
  const segment = findSegment(found, request, edges);
  return { total, ids: pageIds(selection, segment, request).inlineParams() };
}

type FoundDay = {
  day: string;
  hours: number[];
  /** Records of the day that precede the page, in its direction, those outside the period included. */
  position: number;
};

async function findDay(
  tx: Queryable,
  feed: FeedSelection,
  { before, after }: PeriodEdges,
  { direction, offset }: FeedRequest,
): Promise<{ total: number; found: FoundDay | null }> {
  const { from, to } = feed.period;
  const fromDay = from ? sql` and day >= ${dayOf(from)}::date` : sql``;
  const toDay = to ? sql` and day <= ${dayOf(to)}::date` : sql``;
  const position = offset + (direction === 'asc' ? before : after).inDay;
  const [row] = await tx.execute<{
    total: string;
    day: string | null;
    preceding: string | null;
    hours: number[][] | null;
  }>(
    sql`
    with days as (
      select day, sum(total) as total, sum(sum(total)) over (order by day ${sql.raw(direction)}) as running
      from ${feed.counts} where ${feed.counted}${fromDay}${toDay} group by day
    ), found as (
      select day, running - total as preceding from days where running > ${position} and running - total <= ${position}
    )
    select whole.total, found.day::text as day, found.preceding,
      (select json_agg(hours) from ${feed.counts} where ${feed.counted} and day = found.day) as hours
    from (select coalesce(sum(total), 0) as total from days) as whole left join found on true`.inlineParams(),
  );
  const total = Number(row!.total) - before.inDay - after.inDay;
  const { day, hours, preceding } = row!;
  if (day === null) return { total, found: null };
  return {
    total,
    found: { day, hours: summedHours(hours!), position: position - Number(preceding) },
  };
}

function findSegment({ day, hours, position }: FoundDay, request: FeedRequest, edges: PeriodEdges): Segment {
  const { direction, period } = request;
  let hour = direction === 'asc' ? 0 : 23;
  let skip = position;
  while (skip >= hours[hour]!) {
    skip -= hours[hour]!;
    hour += direction === 'asc' ? 1 : -1;
  }
  const first = Date.parse(`${day}T00:00:00.000Z`) + hour * hourMs;
  const span = { first, last: first + hourMs - 1 };
  let count = hours[hour]!;
  if (period.from && period.from.getTime() > span.first) {
    span.first = period.from.getTime();
    count -= edges.before.inHour;
    if (direction === 'asc') skip -= edges.before.inHour;
  }
  if (period.to && period.to.getTime() < span.last) {
    span.last = period.to.getTime();
    count -= edges.after.inHour;
    if (direction === 'desc') skip -= edges.after.inHour;
  }
  return { span, count, skip };
}

function pageIds(feed: FeedSelection, { span, count, skip }: Segment, request: FeedRequest): SQL {
  const { direction, size } = request;
  const { from, to } = feed.period;
  const first = from?.getTime() ?? null;
  const last = to?.getTime() ?? null;
  const ids = (of: SQL, order: Direction, limit: number, offset: number) =>
    sql`(select ${feed.id} from ${feed.records} where ${of}
      order by ${feed.at} ${sql.raw(order)}, ${feed.id} ${sql.raw(order)} limit ${limit} offset ${offset})`;

  const here = Math.min(size, count - skip);
  const left = count - skip - here;
  if (skip <= left) {
    const onwards = direction === 'asc' ? { first: span.first, last } : { first, last: span.last };
    return sql`array${ids(within(feed, onwards), direction, size, skip)}`;
  }
  const beyond = direction === 'asc' ? { first: span.last + 1, last } : { first, last: span.first - 1 };
  const backwards = direction === 'asc' ? 'desc' : 'asc';
  const inHour = ids(within(feed, span), backwards, here, left);
  if (here === size) return sql`array${inHour}`;
  return sql`array(${inHour} union all ${ids(within(feed, beyond), direction, size - here, 0)})`;
}
