import { type HistoryStep, instantBounds } from '@shotclock/contracts';
import { instantOf, nextOffsetChange, wallAt } from '../schedules/timing/wall-time.ts';

/** The periods of the history that a request asks for. `historyEdges` returns the `edges`. */
export type HistoryPeriods = { by: HistoryStep; timezone: string; edges: Date[] };

const hourMs = 3_600_000;
const dayMs = 86_400_000;

const floorTo = (step: number, ms: number) => Math.floor(ms / step) * step;

/**
 * The edges of the whole days or hours in a time zone, from the period that contains `from` to the period that contains
 * `to`. There is one more edge than there are periods. A day with a DST transition has 23 or 25 hours. Periods do not
 * extend beyond the years 1 and 9999.
 * @param max maximum number of periods
 * @returns null if there are more periods than that
 */
export function historyEdges(
  { from, to, by, timezone }: { from: Date; to: Date; by: HistoryStep; timezone: string },
  max: number,
): Date[] | null {
  const step = by === 'day' ? dayMs : hourMs;
  if (to.getTime() - from.getTime() > (max + 1) * step) return null;
  const edges: number[] = [];
  /** Up to this time, all periods have the same length, so edges can be computed without the time zone. */
  let steadyUntil = Number.NEGATIVE_INFINITY;
  for (let edge = startOf(from.getTime(), by, timezone); ; ) {
    edges.push(edge);
    if (edge > to.getTime()) return edges.map(inFourDigitYear);
    if (edges.length > max) return null;
    if (edge + step < steadyUntil) {
      edge += step;
      continue;
    }
    edge = nextEdge(edge, by, timezone);
    const isWhole = wallAt(edge, timezone) % step === 0;
    steadyUntil = isWhole ? nextOffsetChange(edge, timezone) : Number.NEGATIVE_INFINITY;
  }
}

const inFourDigitYear = (edge: number) =>
  new Date(Math.max(instantBounds.minMs, Math.min(edge, instantBounds.maxMs)));

/** The start of the day or hour that contains an instant. */
function startOf(instant: number, by: HistoryStep, zone: string): number {
  const wall = wallAt(instant, zone);
  // Hours are computed with the instant's offset, so that a repeated hour counts as two hours.
  return by === 'hour' ? instant - (wall - floorTo(hourMs, wall)) : instantOf(floorTo(dayMs, wall), zone);
}

function nextEdge(edge: number, by: HistoryStep, zone: string): number {
  if (by === 'hour') return startOf(edge + hourMs, by, zone);
  // If clocks skip midnight, the day starts after midnight.
  return instantOf(floorTo(dayMs, wallAt(edge, zone)) + dayMs, zone);
}

/** The history fields that describe its periods. */
export const boundsOf = ({ by, timezone, edges }: HistoryPeriods) => ({
  by,
  timezone,
  from: edges[0]!.toISOString(),
  to: edges.at(-1)!.toISOString(),
});

/** The bounds of a period. */
export const periodAt = ({ edges }: HistoryPeriods, index: number) => ({
  start: edges[index]!.toISOString(),
  end: edges[index + 1]!.toISOString(),
});
