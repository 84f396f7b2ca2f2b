import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { counts } from '../../schema/counts.ts';
import { facts } from '../../schema/facts.ts';
import { factDay, factSlot } from '../facts/uncounted.ts';
import { preparedStatement } from '../prepared-statement.ts';
import {
  type CountValues,
  dayOf,
  type FeedSelection,
  isCounted,
  isUncountedFact,
  type SlotChange,
  type Span,
  slotOf,
  spanOf,
  summedSlots,
  within,
} from './feed-selection.ts';

/** The number of records outside the period on its first day and on its last day. */
export type PeriodEdges = {
  /** Records before the period: on its first day, and in the slot in which it starts. */
  before: { inDay: number; inSlot: number };
  /** Records after the period: on its last day, and in the slot in which it ends. */
  after: { inDay: number; inSlot: number };
};

const nothing = { inDay: 0, inSlot: 0 };

/**
 * Counts records in the two slots that the period contains only partially. All other numbers come from the feed counts.
 */
export async function countEdges(tx: Queryable, feed: FeedSelection): Promise<PeriodEdges> {
  const { from, to } = feed.period;
  if (!from && !to) return { before: nothing, after: nothing };
  const slotsOf = await readSlots(tx, feed);
  const [before, after] = await Promise.all([
    from ? countBefore(tx, feed, from, slotsOf(from)) : nothing,
    to ? countAfter(tx, feed, to, slotsOf(to)) : nothing,
  ]);
  return { before, after };
}

async function countBefore(tx: Queryable, feed: FeedSelection, from: Date, slots: number[]) {
  const slot = slotOf(from);
  const whole = spanOf(from);
  const outside = { first: whole.first, last: from.getTime() - 1 };
  const inSlot = await countPart(
    tx,
    feed,
    outside,
    { first: from.getTime(), last: whole.last },
    slots[slot]!,
  );
  return { inDay: sum(slots.slice(0, slot)) + inSlot, inSlot };
}

async function countAfter(tx: Queryable, feed: FeedSelection, to: Date, slots: number[]) {
  const slot = slotOf(to);
  const whole = spanOf(to);
  const outside = { first: to.getTime() + 1, last: whole.last };
  const inSlot = await countPart(tx, feed, outside, { first: whole.first, last: to.getTime() }, slots[slot]!);
  return { inDay: sum(slots.slice(slot + 1)) + inSlot, inSlot };
}

/**
 * Counts the records in `part` of a slot with `total` records. `rest` is the other part. The shorter part is counted,
 * because it probably has fewer records; if it turns out to have well over half of them, the other part is counted
 * instead.
 */
async function countPart(tx: Queryable, feed: FeedSelection, part: Span, rest: Span, total: number) {
  if (total === 0 || part.last < part.first) return 0;
  const partIsShort = part.last - part.first <= rest.last - rest.first;
  const [first, second] = partIsShort ? [part, rest] : [rest, part];
  const most = Math.floor(total * 0.6);
  const counted = await countUpTo(tx, feed, first, most + 1);
  const inFirst = counted <= most ? counted : total - (await countUpTo(tx, feed, second, total));
  return partIsShort ? inFirst : total - inFirst;
}

async function countUpTo(tx: Queryable, feed: FeedSelection, span: Span, max: number): Promise<number> {
  const [row] = await tx.execute<{ n: string }>(
    sql`
    select count(*) as n from (select 1 from ${feed.records} where ${within(feed, span)} limit ${max}) as counted`.inlineParams(),
  );
  return Number(row!.n);
}

type SlotsRow = { day: string } & ({ slots: number[]; changed: null } | { slots: null; changed: SlotChange });

/** The slots on the first and last days of the period. */
const slotsOfEdges = preparedStatement<CountValues, SlotsRow>('slots_of_edges', (value) => {
  const isEdge = (day: SQL) => sql`${day} in (${value('fromDay')}::date, ${value('toDay')}::date)`;
  return sql`
    select day::text as day, to_json(slots) as slots, null as changed from ${counts}
    where ${isCounted(value)} and ${isEdge(sql`day`)}
    union all
    select ${factDay}::text, null, json_build_array(${factSlot}, records) from ${facts}
    where ${isUncountedFact(value)} and ${isEdge(factDay)}`;
});

async function readSlots(tx: Queryable, { values }: FeedSelection) {
  const rows = await slotsOfEdges(tx, values);
  return (moment: Date) => {
    const ofDay = rows.filter(({ day }) => day === dayOf(moment));
    return summedSlots(
      ofDay.map(({ slots }) => slots).filter((slots) => slots !== null),
      ofDay.map(({ changed }) => changed).filter((changed) => changed !== null),
    );
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);
