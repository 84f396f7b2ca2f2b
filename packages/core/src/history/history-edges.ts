import type { HistoryStep } from '@shotclock/contracts';
import { instantOf, nextOffsetChange, wallAt } from '../schedules/wall-time.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

const floorTo = (step: number, ms: number) => Math.floor(ms / step) * step;

/**
 * The edges of the whole days or hours of a time zone from the one that contains `from` to the one that contains `to`, one more than
 * periods. A day on which clocks change has 23 or 25 hours.
 * @param most maximum number of periods
 * @returns null if there are more
 */
export function historyEdges(
  { from, to, by, timezone }: { from: Date; to: Date; by: HistoryStep; timezone: string },
  most: number,
): Date[] | null {
  const step = by === 'day' ? dayMs : hourMs;
  if (to.getTime() - from.getTime() > (most + 1) * step) return null;
  const edges: number[] = [];
  /** Until when all periods have the same length, and edges need no time zone. */
  let steadyUntil = Number.NEGATIVE_INFINITY;
  for (let edge = startOf(from.getTime(), by, timezone); ; ) {
    edges.push(edge);
    if (edge > to.getTime()) return edges.map((one) => new Date(one));
    if (edges.length > most) return null;
    if (edge + step < steadyUntil) {
      edge += step;
      continue;
    }
    edge = nextEdge(edge, by, timezone);
    const isWhole = wallAt(edge, timezone) % step === 0;
    steadyUntil = isWhole ? nextOffsetChange(edge, timezone) : Number.NEGATIVE_INFINITY;
  }
}

/** The start of the day or hour that contains an instant. */
function startOf(instant: number, by: HistoryStep, zone: string): number {
  const wall = wallAt(instant, zone);
  // Hours are counted in the offset of the instant, so that the hour that clocks repeat is two hours.
  return by === 'hour' ? instant - (wall - floorTo(hourMs, wall)) : instantOf(floorTo(dayMs, wall), zone);
}

function nextEdge(edge: number, by: HistoryStep, zone: string): number {
  if (by === 'hour') return startOf(edge + hourMs, by, zone);
  // The first edge of a day can be later than midnight, if clocks skip midnight.
  return instantOf(floorTo(dayMs, wallAt(edge, zone)) + dayMs, zone);
}
