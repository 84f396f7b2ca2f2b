import type { Timing } from '@shotclock/contracts';
import { cronMoments } from './cron-expression.ts';
import { everyMonths, everyStep } from './interval-moments.ts';
import type { Moments } from './moments.ts';
import { readInstant } from './read-instant.ts';
import { gapsBetween, instantOf, lastWallBy, wallAt } from './wall-time.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const nothing: Moments = { next: () => null, latest: () => null, count: () => 0 };

/**
 * The instants at which a resolved timing runs (decisions, section 4), in an IANA zone.
 * @throws RangeError for an unknown zone, and when a field that the type needs is missing or unreadable.
 */
export function runGrid(timing: Timing, zone: string): Moments {
  if (timing.type === 'CRON') {
    const runs = inZone(cronMoments(needed(timing.cronExpression, 'cronExpression')), zone);
    return timing.firstRunAt === null ? runs : notBefore(instant(timing.firstRunAt), runs);
  }
  const first = instant(needed(timing.firstRunAt, 'firstRunAt'));
  return beginningWith(first, timing.type === 'ONCE' ? nothing : afterFirst(first, timing, zone));
}

function afterFirst(first: number, timing: Timing, zone: string): Moments {
  const value = needed(timing.intervalValue, 'intervalValue');
  switch (needed(timing.intervalUnit, 'intervalUnit')) {
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

/** Turns wall times into instants. Those of one gap become one instant, which counts once. */
function inZone(walls: Moments, zone: string): Moments {
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

/** `first`, then what follows it. The first run stands as it was given, even in a fold's second pass. */
function beginningWith(first: number, following: Moments): Moments {
  return {
    next: (after) => (after < first ? first : following.next(after)),
    latest: (until) => (until < first ? null : (following.latest(until) ?? first)),
    count(after, until) {
      if (until < first) return 0;
      return following.count(Math.max(after, first), until) + (after < first ? 1 : 0);
    },
  };
}

function notBefore(earliest: number, runs: Moments): Moments {
  return {
    next: (after) => runs.next(Math.max(after, earliest - 1)),
    latest(until) {
      const run = runs.latest(until);
      return run === null || run < earliest ? null : run;
    },
    count: (after, until) => runs.count(Math.max(after, earliest - 1), until),
  };
}

function needed<T>(value: T | null, field: string): T {
  if (value === null) throw new RangeError(`the timing has no ${field}`);
  return value;
}

function instant(text: string): number {
  const milliseconds = readInstant(text);
  if (milliseconds === null) throw new RangeError('firstRunAt is no time');
  return milliseconds;
}
