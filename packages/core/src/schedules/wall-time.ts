/**
 * Wall times of a zone and the instants at which they run (decisions, section 4): a wall time that a gap skips runs at
 * the first instant after the gap; one that a fold repeats runs the first time only. A wall time is a number here: the
 * milliseconds since 1970 that the clock on the wall would show if it were UTC, so plain arithmetic works on it.
 * Instants are milliseconds since 1970, UTC. Zones are IANA names; an unknown one throws RangeError.
 */
import { Temporal } from 'temporal-polyfill';

/** What the clock on the wall shows at an instant. */
export function wallAt(instant: number, zone: string): number {
  return instant + zoned(instant, zone).offsetNanoseconds / 1e6;
}

/** The one instant at which a wall time runs. It never decreases when the wall time grows; all of a gap share one. */
export function instantOf(wall: number, zone: string): number {
  const earlier = earlierInstant(wall, zone);
  if (wallAt(earlier, zone) === wall) return earlier;
  // Temporal moves a skipped time by the gap's length; the rule wants the gap's end, the only change that follows.
  return zoned(earlier, zone).getTimeZoneTransition('next')?.epochMilliseconds ?? earlier;
}

/** The latest wall time that has run at or before an instant: in a fold's second pass, the end of the first pass. */
export function lastWallBy(instant: number, zone: string): number {
  const wall = wallAt(instant, zone);
  if (earlierInstant(wall, zone) >= instant) return wall;
  const fold = zoned(instant + 1, zone).getTimeZoneTransition('previous');
  return fold === null ? wall : wallAt(fold.epochMilliseconds - 1, zone);
}

/** The wall times that a gap ending in (after, until] maps to one instant: `from` to `to`, both included. */
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

/** The zone's own instant for a wall time, the first of two; inside a gap, one shortly before the gap. */
function earlierInstant(wall: number, zone: string): number {
  return zoned(wall, 'UTC').toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'earlier' })
    .epochMilliseconds;
}

function zoned(instant: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
}
