// Finds a page of a feed without counting its records. The total and the day of the page are computed from the feed
// counts (one row per day) and the uncounted facts, and the ten-minute slot from that day's counts. Records are skipped
// only within that slot, starting from its nearer end. Statements on records contain their parameters as literals, so
// that the planner knows the values; statements on counts are prepared.
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { counts, slotMs } from '../../schema/counts.ts';
import { facts } from '../../schema/facts.ts';
import { factDay, factSlot } from '../facts/uncounted.ts';
import { preparedStatement } from '../prepared-statement.ts';
import {
  type CountValues,
  type FeedSelection,
  isCounted,
  isUncountedFact,
  type Period,
  type SlotChange,
  type Span,
  selectFrom,
  summedSlots,
  within,
} from './feed-selection.ts';
import type { Feed } from './feeds.ts';
import { countEdges, type PeriodEdges } from './period-edges.ts';

type Direction = 'asc' | 'desc';

export type FeedRequest = {
  accountId: number;
  /** Null selects all kinds. */
  kind: string | null;
  period: Period;
  direction: Direction;
  offset: number;
  size: number;
};

/** The part of a slot that lies within the requested period. Of its `count` records, `skip` precede the page. */
type Segment = { span: Span; count: number; skip: number };

/**
 * Returns the number of records that match a request, and an SQL array of the IDs on the page; null for a page past the end. `tx`
 * must be a snapshot, so that total, page and rows match.
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
  slots: number[];
  /** Number of the day's records that precede the page, including those outside the period. */
  position: number;
};

type DayRow = {
  total: string;
  day: string | null;
  preceding: string | null;
  slots: number[][] | null;
  changes: SlotChange[] | null;
};

/** Finds the day of the record that is preceded by `position` records. */
const readDay = (direction: Direction) =>
  preparedStatement<CountValues & { position: number }, DayRow>(`feed_day_${direction}`, (value) => {
    const position = sql`${value('position')}::bigint`;
    const isFound = sql`running > ${position} and running - total <= ${position}`;
    return sql`
    with changed as (
      select ${factDay} as day, ${factSlot} as slot, records as change
      from (select slot, sum(records)::integer as records from ${facts} where ${isUncountedFact(value)} group by slot) as slots
    ), found as (
      select coalesce(sum(total), 0) as total, max(day) filter (where ${isFound}) as day,
        max(running - total) filter (where ${isFound}) as preceding
      from (
        select day, sum(total)::integer as total, sum(sum(total)::integer) over (order by day ${sql.raw(direction)}) as running
        from (
          select day, total from ${counts} where ${isCounted(value)}
          union all select day, change from changed
        ) as parts group by day
      ) as days
    )
    select total, day::text as day, preceding,
      (select json_agg(slots) from ${counts} where ${isCounted(value)} and day = found.day) as slots,
      (select json_agg(json_build_array(slot, change)) from changed where day = found.day) as changes
    from found`;
  });

const dayStatements = { asc: readDay('asc'), desc: readDay('desc') };

async function findDay(
  tx: Queryable,
  { values }: FeedSelection,
  { before, after }: PeriodEdges,
  { direction, offset }: FeedRequest,
): Promise<{ total: number; found: FoundDay | null }> {
  const position = offset + (direction === 'asc' ? before : after).inDay;
  const [row] = await dayStatements[direction](tx, { ...values, position });
  const total = Number(row!.total) - before.inDay - after.inDay;
  const { day, slots, changes, preceding } = row!;
  if (day === null) return { total, found: null };
  return {
    total,
    found: { day, slots: summedSlots(slots ?? [], changes ?? []), position: position - Number(preceding) },
  };
}

function findSegment({ day, slots, position }: FoundDay, request: FeedRequest, edges: PeriodEdges): Segment {
  const { direction, period } = request;
  let slot = direction === 'asc' ? 0 : slots.length - 1;
  let skip = position;
  while (skip >= slots[slot]!) {
    skip -= slots[slot]!;
    slot += direction === 'asc' ? 1 : -1;
  }
  const first = Date.parse(`${day}T00:00:00.000Z`) + slot * slotMs;
  const span = { first, last: first + slotMs - 1 };
  let count = slots[slot]!;
  if (period.from && period.from.getTime() > span.first) {
    span.first = period.from.getTime();
    count -= edges.before.inSlot;
    if (direction === 'asc') skip -= edges.before.inSlot;
  }
  if (period.to && period.to.getTime() < span.last) {
    span.last = period.to.getTime();
    count -= edges.after.inSlot;
    if (direction === 'desc') skip -= edges.after.inSlot;
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
  const inSlot = ids(within(feed, span), backwards, here, left);
  if (here === size) return sql`array${inSlot}`;
  return sql`array(${inSlot} union all ${ids(within(feed, beyond), direction, size - here, 0)})`;
}
