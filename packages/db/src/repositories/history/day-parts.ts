import { type SQL, sql } from 'drizzle-orm';
import { arrayText } from '../prepared-statement.ts';

/**
 * The part of a period that lies in one UTC day, defined by a slice of the day's slots: the part is either the slice or
 * the rest of the day.
 */
export type DayPart = {
  /** Index of the period, from 0. */
  period: number;
  /** Days since 1970. */
  day: number;
  /** The slots of the slice: the first is inclusive, the end exclusive. */
  first: number;
  end: number;
  /** Whether the part is the rest of the day, without the slice. */
  isRest: boolean;
};

/**
 * Splits periods at the boundaries of UTC days. With a day's total, the caller needs to read only a few of its slots:
 * none if a period contains the whole day, and at most half of them if a single edge divides the day.
 * @param edges period boundaries as slot numbers since 1970, in ascending order; a period includes its start and excludes its end
 */
export function dayParts(edges: readonly number[], slotsOfDay: number): DayPart[] {
  const parts: DayPart[] = [];
  for (let period = 0; period < edges.length - 1; period += 1) {
    const stop = edges[period + 1]!;
    for (let from = edges[period]!; from < stop; ) {
      const day = Math.floor(from / slotsOfDay);
      const midnight = day * slotsOfDay;
      const to = Math.min(midnight + slotsOfDay, stop);
      parts.push({ period, day, ...sliceOf(from - midnight, to - midnight, slotsOfDay) });
      from = to;
    }
  }
  return parts;
}

function sliceOf(first: number, end: number, slotsOfDay: number) {
  const isLong = end - first > slotsOfDay / 2;
  if (isLong && first === 0) return { first: end, end: slotsOfDay, isRest: true };
  if (isLong && end === slotsOfDay) return { first: 0, end: first, isRest: true };
  return { first, end, isRest: false };
}

export type DayPartColumns = Record<'periods' | 'days' | 'firsts' | 'ends' | 'rests', string>;

/** The parts as columns, to be used as the values of a statement. */
export const dayPartColumns = (parts: readonly DayPart[]): DayPartColumns => ({
  periods: arrayText(parts.map(({ period }) => period)),
  days: arrayText(parts.map(({ day }) => day)),
  firsts: arrayText(parts.map(({ first }) => first)),
  ends: arrayText(parts.map(({ end }) => end)),
  rests: arrayText(parts.map(({ isRest }) => (isRest ? 1 : 0))),
});

/** The parts as the relation `p`, in a statement with these values. */
export function unnestedParts(value: (name: keyof DayPartColumns) => SQL): SQL {
  const column = (name: keyof DayPartColumns) => sql`${value(name)}::integer[]`;
  return sql`unnest(${column('periods')}, ${column('days')}, ${column('firsts')}, ${column('ends')}, ${column('rests')})
    as p (period, day, first, stop, rest)`;
}
