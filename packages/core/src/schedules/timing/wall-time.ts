/**
 * Converts between wall times and instants. A run in a gap starts at the first instant after the gap, and a run in a
 * fold only during the first pass. Instants are milliseconds since 1970 in UTC. Wall times are milliseconds since 1970
 * as if the local clock showed UTC, so plain arithmetic applies to them. Zones are IANA names; an unknown zone throws
 * RangeError.
 */
import { Temporal } from 'temporal-polyfill';

/** The wall time at an instant. */
export function wallAt(instant: number, zone: string): number {
  return instant + zoned(instant, zone).offsetNanoseconds / 1e6;
}

/** The next instant at which the zone's offset changes; infinity if it never changes again. */
export function nextOffsetChange(instant: number, zone: string): number {
  return zoned(instant, zone).getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
}

/**
 * The instant at which a run at a wall time starts. It increases monotonically with the wall time and is the same for
 * all wall times in a gap.
 */
export function instantOf(wall: number, zone: string): number {
  const earlier = earlierInstant(wall, zone);
  if (wallAt(earlier, zone) === wall) return earlier;
  // Temporal shifts a skipped time by the length of the gap. Runs start at the end of the gap, which is the next
  // transition.
  return zoned(earlier, zone).getTimeZoneTransition('next')?.epochMilliseconds ?? earlier;
}

/** The latest wall time whose run starts at or before an instant: in the second pass of a fold, the end of the first pass. */
export function lastWallBy(instant: number, zone: string): number {
  const wall = wallAt(instant, zone);
  if (earlierInstant(wall, zone) >= instant) return wall;
  const fold = zoned(instant + 1, zone).getTimeZoneTransition('previous');
  return fold === null ? wall : wallAt(fold.epochMilliseconds - 1, zone);
}

/** The gaps that end in (after, until], as wall times: `from` and `to`, both inclusive, run at the same instant. */
export function* gapsBetween(
  after: number,
  until: number,
  zone: string,
): Generator<{ from: number; to: number }> {
  let transition = zoned(after, zone).getTimeZoneTransition('next');
  while (transition !== null && transition.epochMilliseconds <= until) {
    const end = transition.epochMilliseconds;
    const from = end + zoned(end - 1, zone).offsetNanoseconds / 1e6;
    const to = wallAt(end, zone);
    if (to > from) yield { from, to };
    transition = transition.getTimeZoneTransition('next');
  }
}

/** The instant of a wall time: in a fold, the earlier instant; in a gap, an instant before the gap. */
function earlierInstant(wall: number, zone: string): number {
  return zoned(wall, 'UTC').toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'earlier' })
    .epochMilliseconds;
}

function zoned(instant: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
}
