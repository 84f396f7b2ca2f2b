import type { Timing } from '@shotclock/contracts';
import { repetitions } from '@shotclock/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueRuns, nextRun } from './next-run.ts';
import { wallAt } from './wall-time.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** Days with an offset transition, and one day without. */
const changes: [zone: string, day: string][] = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2038-03-14'],
  ['Europe/Paris', '2026-03-29'],
  ['Europe/Paris', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-17'],
  ['Pacific/Apia', '2011-12-30'],
  ['Africa/Casablanca', '2026-03-22'],
  ['UTC', '2028-02-29'],
];

const field = (maximum: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.constantFrom(2, 5, 7, 15).map((step) => `*/${step}`),
    fc.uniqueArray(fc.nat(maximum), { minLength: 1, maxLength: 4 }).map((values) => values.join(',')),
  );
/** Mostly hours between 00:00 and 04:00, when most transitions occur. */
const hour = fc.oneof(field(23), fc.constantFrom('0-3', '1', '2', '1,2,3', '23,0'));
const expression = fc.tuple(field(59), hour).map(([minute, hours]) => `${minute} ${hours} * * *`);

/** Any second within fifty years, often near a transition. */
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(1995, 0, 1), max: Date.UTC(2045, 0, 1) }),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -1_440, max: 2_880 }))
    .map(([[, day], minutes]) => Date.parse(day) + minutes * minuteMs),
);
const intervalTiming = fc
  .record({
    intervalValue: fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 90 })),
    intervalUnit: fc.constantFrom('MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS'),
    first: moment,
  })
  .map(
    ({ first, ...interval }): Timing => ({
      type: 'INTERVAL',
      ...interval,
      firstRunAt: new Date(first).toISOString(),
      cronExpression: null,
    }),
  );
const cronTiming = (cronExpression: string): Timing => ({
  type: 'CRON',
  firstRunAt: null,
  intervalValue: null,
  intervalUnit: null,
  cronExpression,
});
const anyTiming = fc.oneof(intervalTiming, expression.map(cronTiming));
const zone = fc.constantFrom(...new Set(changes.map(([name]) => name)));

function runsWithin(timing: Timing, timezone: string, after: number, until: number): number[] {
  const found: number[] = [];
  let run = nextRun(timing, { timezone, endsAt: null }, new Date(after));
  while (run !== null && run.getTime() <= until) {
    found.push(run.getTime());
    run = nextRun(timing, { timezone, endsAt: null }, run);
  }
  return found;
}

/** Simulates the time zone's clock minute by minute. A wall time is due when the clock first reaches or passes it. */
function simulatedRuns(pattern: string, timezone: string, after: number, until: number): number[] {
  const clock = clockOf(timezone);
  const found: number[] = [];
  let reached = clock(after);
  for (let instant = after + minuteMs; instant <= until; instant += minuteMs) {
    const wall = clock(instant);
    let due = false;
    for (let passed = reached + minuteMs; passed <= wall; passed += minuteMs)
      due ||= matches(pattern, passed);
    if (due) found.push(instant);
    reached = Math.max(reached, wall);
  }
  return found;
}

function clockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
}

function matches(pattern: string, wall: number): boolean {
  const [minutes, hours] = pattern.split(' ') as [string, string];
  return has(minutes, new Date(wall).getUTCMinutes()) && has(hours, new Date(wall).getUTCHours());
}

function has(text: string, value: number): boolean {
  return text.split(',').some((part) => {
    if (part.startsWith('*')) return value % Number(part.slice(2) || 1) === 0;
    const [from, to = from] = part.split('-').map(Number);
    return value >= from! && value <= to!;
  });
}

describe('nextRun for any timing', () => {
  test('agrees with a minute-by-minute simulation of the clock across every transition', () => {
    fc.assert(
      fc.property(fc.constantFrom(...changes), expression, ([timezone, day], pattern) => {
        const after = Date.parse(day) - dayMs;
        const until = Date.parse(day) + 2 * dayMs;
        const simulated = simulatedRuns(pattern, timezone, after, until);
        expect(runsWithin(cronTiming(pattern), timezone, after, until)).toEqual(simulated);
        if (simulated.length === 0) return;
        const due = new Date(simulated[0]!);
        const { latest, missed } = dueRuns(
          cronTiming(pattern),
          { timezone, endsAt: null },
          due,
          new Date(until),
        );
        expect([latest.getTime(), missed]).toEqual([simulated.at(-1), simulated.length - 1]);
      }),
      { numRuns: repetitions({ usual: 25, thorough: 100 }) },
    );
  });

  test('is strictly increasing, and is also the next run after the millisecond that precedes it', () => {
    fc.assert(
      fc.property(anyTiming, zone, moment, (timing, timezone, start) => {
        const rule = { timezone, endsAt: null };
        let after = start;
        for (let step = 0; step < 5; step++) {
          const run = nextRun(timing, rule, new Date(after));
          if (run === null) return;
          expect(run.getTime()).toBeGreaterThan(after);
          expect(nextRun(timing, rule, new Date(run.getTime() - 1))).toEqual(run);
          after = run.getTime();
        }
      }),
    );
  });

  test('counts the missed runs exactly', () => {
    fc.assert(
      fc.property(
        intervalTiming,
        zone,
        moment,
        fc.integer({ min: 0, max: 40 }),
        (timing, timezone, start, steps) => {
          const rule = { timezone, endsAt: null };
          const due = nextRun(timing, rule, new Date(start))!;
          let latest = due;
          for (let step = 0; step < steps; step++) latest = nextRun(timing, rule, latest)!;
          expect(dueRuns(timing, rule, due, latest)).toEqual({ latest, missed: steps });
        },
      ),
    );
  });
});

describe('nextRun for an interval schedule', () => {
  test('remains on the grid of its first run, however old it is', () => {
    fc.assert(
      fc.property(intervalTiming, zone, moment, (timing, timezone, after) => {
        const run = nextRun(timing, { timezone, endsAt: null }, new Date(after))!.getTime();
        const first = Date.parse(timing.firstRunAt!);
        if (run === first) return;
        if (timing.intervalUnit === 'MINUTES' || timing.intervalUnit === 'HOURS') {
          const step = timing.intervalValue! * minuteMs * (timing.intervalUnit === 'HOURS' ? 60 : 1);
          expect((run - first) % step).toBe(0);
          expect(run - Math.max(first, after)).toBeLessThanOrEqual(step);
          return;
        }
        const [wall, before, origin] = [
          wallAt(run, timezone),
          wallAt(run - 1, timezone),
          wallAt(first, timezone),
        ];
        // A run at any wall time in a gap starts at the end of the gap.
        const isRun = (skipped: number) => isOnCalendar(timing, origin, skipped);
        const skipped = wall - before > 1 ? calendarDays(before + 1, wall, origin) : [wall];
        expect(skipped.some(isRun)).toBe(true);
      }),
    );
  });
});

describe('nextRun for a cron expression', () => {
  test('is at a wall time of the expression or at the end of a gap, but never in a second pass', () => {
    fc.assert(
      fc.property(expression, zone, moment, (pattern, timezone, after) => {
        const run = nextRun(cronTiming(pattern), { timezone, endsAt: null }, new Date(after))!.getTime();
        const clock = clockOf(timezone);
        const [before, wall] = [clock(run - minuteMs), clock(run)];
        const reached = Math.min(before + minuteMs, wall);
        const walls = Array.from(
          { length: (wall - reached) / minuteMs + 1 },
          (_, n) => reached + n * minuteMs,
        );
        expect(walls.some((one) => matches(pattern, one))).toBe(true);
        for (const fold of [30, 60]) expect(clock(run - fold * minuteMs)).not.toBe(wall);
      }),
      { numRuns: 300 },
    );
  });
});

/** All wall times from `from` to `to` that have the same time of day as `origin`. */
function calendarDays(from: number, to: number, origin: number): number[] {
  const first = from + ((((origin - from) % dayMs) + dayMs) % dayMs);
  const days = Math.floor((to - first) / dayMs) + 1;
  return Array.from({ length: Math.max(0, days) }, (_, day) => first + day * dayMs);
}

function isOnCalendar(timing: Timing, origin: number, wall: number): boolean {
  if ((wall - origin) % dayMs !== 0) return false;
  if (timing.intervalUnit !== 'MONTHS')
    return (
      ((wall - origin) / dayMs) % (timing.intervalValue! * (timing.intervalUnit === 'WEEKS' ? 7 : 1)) === 0
    );
  const [start, then] = [new Date(origin), new Date(wall)];
  const months =
    (then.getUTCFullYear() - start.getUTCFullYear()) * 12 + then.getUTCMonth() - start.getUTCMonth();
  const lastDay = new Date(wall + dayMs).getUTCDate() === 1;
  const sameDay = then.getUTCDate() === start.getUTCDate();
  return (
    months % timing.intervalValue! === 0 && (sameDay || (lastDay && then.getUTCDate() < start.getUTCDate()))
  );
}
