import { parseInstantMs, type Timing } from '@shotclock/contracts';
import { cronSequence } from './cron-expression.ts';
import { everyMonths, everyStep } from './interval-sequence.ts';
import type { TimeSequence } from './time-sequence.ts';
import { gapsBetween, instantOf, lastWallBy, wallAt } from './wall-time.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const empty: TimeSequence = { next: () => null, latest: () => null, count: () => 0 };

/**
 * The grid of a resolved timing: the instants at which it runs in an IANA time zone.
 * @throws RangeError if the time zone is unknown, or a field that the type requires is missing or invalid
 */
export function runGrid(timing: Timing, zone: string): TimeSequence {
  if (timing.type === 'CRON') {
    const runs = inZone(cronSequence(required(timing.cronExpression, 'cronExpression')), zone);
    return timing.firstRunAt === null ? runs : notBefore(instant(timing.firstRunAt), runs);
  }
  const first = instant(required(timing.firstRunAt, 'firstRunAt'));
  return startingWith(first, timing.type === 'ONCE' ? empty : afterFirst(first, timing, zone));
}

function afterFirst(first: number, timing: Timing, zone: string): TimeSequence {
  const value = required(timing.intervalValue, 'intervalValue');
  switch (required(timing.intervalUnit, 'intervalUnit')) {
    case 'MINUTES':
      return everyStep(first, value * minuteMs);
    case 'HOURS':
      return everyStep(first, value * 60 * minuteMs);
    case 'DAYS':
      return inZone(everyStep(wallAt(first, zone), value * dayMs), zone);
    case 'WEEKS':
      return inZone(everyStep(wallAt(first, zone), value * 7 * dayMs), zone);
    case 'MONTHS':
      return inZone(everyMonths(wallAt(first, zone), value), zone);
  }
}

/** Maps wall times to instants. All wall times in a gap map to the same instant, which counts once. */
function inZone(walls: TimeSequence, zone: string): TimeSequence {
  const toInstant = (wall: number | null) => (wall === null ? null : instantOf(wall, zone));
  return {
    next: (after) => toInstant(walls.next(lastWallBy(after, zone))),
    latest: (until) => toInstant(walls.latest(lastWallBy(until, zone))),
    count(after, until) {
      if (until <= after) return 0;
      let count = walls.count(lastWallBy(after, zone), lastWallBy(until, zone));
      for (const gap of gapsBetween(after, until, zone))
        count -= Math.max(0, walls.count(gap.from - 1, gap.to) - 1);
      return count;
    },
  };
}

/** `first`, then `following`. The given first run is used unchanged, even if it is in the second pass of a fold. */
function startingWith(first: number, following: TimeSequence): TimeSequence {
  return {
    next: (after) => (after < first ? first : following.next(after)),
    latest: (until) => (until < first ? null : (following.latest(until) ?? first)),
    count(after, until) {
      if (until < first) return 0;
      return following.count(Math.max(after, first), until) + (after < first ? 1 : 0);
    },
  };
}

function notBefore(earliest: number, runs: TimeSequence): TimeSequence {
  return {
    next: (after) => runs.next(Math.max(after, earliest - 1)),
    latest(until) {
      const run = runs.latest(until);
      return run === null || run < earliest ? null : run;
    },
    count: (after, until) => runs.count(Math.max(after, earliest - 1), until),
  };
}

function required<T>(value: T | null, field: string): T {
  if (value === null) throw new RangeError(`the timing has no ${field}`);
  return value;
}

function instant(text: string): number {
  const milliseconds = parseInstantMs(text);
  if (milliseconds === null) throw new RangeError('firstRunAt is not a valid time');
  return milliseconds;
}
