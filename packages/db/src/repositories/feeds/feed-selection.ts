import { and, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { slotMs, slotsOfDay } from '../../schema/counts.ts';
import { counterRange } from '../facts/counters.ts';
import { factDay, isUncounted } from '../facts/uncounted.ts';
import type { Feed } from './feeds.ts';

/** Both bounds are inclusive, with millisecond precision. */
export type Period = { from: Date | null; to: Date | null };
/** In milliseconds since 1970, both inclusive. */
export type Span = { first: number; last: number };

/** The feed records that a request selects. */
export type FeedSelection = Feed & {
  period: Period;
  /** The condition on the records, excluding the period. */
  chosen: SQL;
  /** Values for the conditions on counts and facts. */
  values: CountValues;
};

/** The account, the range of counters, and the first and last day of the period. */
export type CountValues = { accountId: number; first: number; last: number; fromDay: string; toDay: string };

type ValueOf = (name: keyof CountValues) => SQL;

const isSelected = (value: ValueOf): SQL =>
  sql`account_id = ${value('accountId')}::bigint and counter between ${value('first')}::smallint and ${value('last')}::smallint`;

const inPeriod = (day: SQL, value: ValueOf): SQL =>
  sql`${day} between ${value('fromDay')}::date and ${value('toDay')}::date`;

/** The condition that selects the daily counts of a period. */
export const isCounted = (value: ValueOf): SQL => sql`${isSelected(value)} and ${inPeriod(sql`day`, value)}`;

/** The condition that selects these days' facts that are not yet included in the counts. */
export const isUncountedFact = (value: ValueOf): SQL =>
  sql`${isSelected(value)} and ${isUncounted} and ${inPeriod(factDay, value)}`;

/** @param kind null selects all kinds, and is required for a feed without kinds */
export function selectFrom(
  feed: Feed,
  { accountId, kind, period }: { accountId: number; kind: string | null; period: Period },
): FeedSelection {
  const ofKind = kind === null || !feed.kind ? [] : [eq(feed.kind, kind)];
  const { from, to } = period;
  const days = { fromDay: from ? dayOf(from) : '-infinity', toDay: to ? dayOf(to) : 'infinity' };
  return {
    ...feed,
    period,
    chosen: and(eq(feed.accountId, accountId), isNotNull(feed.at), ...ofKind)!,
    values: { accountId, ...counterRange(feed.counters, kind), ...days },
  };
}

/** The condition that selects the records in a time span; null means an open bound. */
export function within(feed: FeedSelection, span: { first: number | null; last: number | null }): SQL {
  const bounds = [
    ...(span.first === null ? [] : [gte(feed.at, new Date(span.first))]),
    ...(span.last === null ? [] : [lte(feed.at, new Date(span.last))]),
  ];
  return and(feed.chosen, ...bounds)!;
}

/** The index, within its UTC day, of the slot that contains a time, starting at 0. */
export const slotOf = (moment: Date) =>
  Math.floor(moment.getTime() / slotMs) - daysBefore(moment) * slotsOfDay;

const daysBefore = (moment: Date) => Math.floor(moment.getTime() / (slotMs * slotsOfDay));

/** The slot that contains a time. */
export function spanOf(moment: Date): Span {
  const first = Math.floor(moment.getTime() / slotMs) * slotMs;
  return { first, last: first + slotMs - 1 };
}

/** The UTC day that contains a time, in Postgres's date format. */
export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** A change that is not yet included in the counts: a slot and the number of records. */
export type SlotChange = [slot: number, change: number];

/** A day's slots: the sums of all kinds' counts, with the changes applied. */
export function summedSlots(kinds: number[][], changes: SlotChange[]): number[] {
  const sums = Array.from({ length: slotsOfDay }, (_, slot) =>
    kinds.reduce((total, slots) => total + slots[slot]!, 0),
  );
  for (const [slot, change] of changes) sums[slot]! += change;
  return sums;
}
