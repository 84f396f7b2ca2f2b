import type { Policy, Timing } from '@shotclock/contracts';
import { describe, expect, test } from 'vitest';
import { dueRuns, initialRun, latestRunAtOrBefore, nextRun } from './next-run.ts';

type Rule = { timezone: string; endsAt: Policy['endsAt'] };
const at = (text: string) => new Date(text);
const inZone = (timezone: string, endsAt: string | null = null): Rule => ({ timezone, endsAt });
const utc = inZone('UTC');

const empty = { firstRunAt: null, intervalValue: null, intervalUnit: null, cronExpression: null };
const once = (firstRunAt: string): Timing => ({ ...empty, type: 'ONCE', firstRunAt });
const cron = (cronExpression: string, firstRunAt: string | null = null): Timing => ({
  ...empty,
  type: 'CRON',
  cronExpression,
  firstRunAt,
});
const every = (intervalValue: number, intervalUnit: Timing['intervalUnit'], firstRunAt: string): Timing => ({
  ...empty,
  type: 'INTERVAL',
  intervalValue,
  intervalUnit,
  firstRunAt,
});

/** The next runs after a time, in UTC, without seconds if they are zero: `2026-03-08T07:00Z`. */
function runs(timing: Timing, rule: Rule, after: string, count: number): string[] {
  const found: string[] = [];
  for (let run = nextRun(timing, rule, at(after)); run !== null && found.length < count; ) {
    found.push(run.toISOString().replace(/(:00)?\.000Z$/, 'Z'));
    run = nextRun(timing, rule, run);
  }
  return found;
}

describe('nextRun', () => {
  test('returns exactly one run for a ONCE timing', () => {
    expect(runs(once('2026-05-01T10:00:00Z'), utc, '2026-01-01T00:00Z', 5)).toEqual(['2026-05-01T10:00Z']);
  });

  test('is strictly later than `after`, with millisecond precision', () => {
    const timing = every(1, 'HOURS', '2026-01-01T00:00:00.123Z');
    expect(nextRun(timing, utc, at('2026-01-01T00:59:59.999Z'))).toEqual(at('2026-01-01T01:00:00.123Z'));
    expect(nextRun(timing, utc, at('2026-01-01T01:00:00.122Z'))).toEqual(at('2026-01-01T01:00:00.123Z'));
    expect(nextRun(timing, utc, at('2026-01-01T01:00:00.123Z'))).toEqual(at('2026-01-01T02:00:00.123Z'));
  });

  test('starts a cron timing at its firstRunAt, inclusive', () => {
    const timing = cron('0 * * * *', '2026-01-01T10:00:00Z');
    expect(runs(timing, utc, '2020-01-01T00:00Z', 2)).toEqual(['2026-01-01T10:00Z', '2026-01-01T11:00Z']);
    expect(runs(cron('0 * * * *', '2026-01-01T10:00:00.001Z'), utc, '2020-01-01T00:00Z', 1)).toEqual([
      '2026-01-01T11:00Z',
    ]);
  });

  test('includes a run at endsAt but none after it', () => {
    const rule = inZone('UTC', '2026-01-01T02:00:00Z');
    expect(runs(cron('@hourly'), rule, '2026-01-01T00:30Z', 9)).toEqual([
      '2026-01-01T01:00Z',
      '2026-01-01T02:00Z',
    ]);
  });

  test('is null for an expression without a matching day', () => {
    expect(nextRun(cron('0 0 30 2 *'), utc, at('2026-01-01T00:00:00Z'))).toBeNull();
  });

  test('is null from the year 3000 onward', () => {
    expect(
      nextRun(every(1_000_000, 'MONTHS', '2026-01-01T00:00:00Z'), utc, at('2026-01-01T00:00:00Z')),
    ).toBeNull();
    expect(nextRun(every(1, 'MINUTES', '2026-01-01T00:00:00Z'), utc, at('2999-12-31T23:59:00Z'))).toBeNull();
    expect(nextRun(cron('* * * * *'), inZone('Europe/Paris'), at('2999-12-31T23:59:00Z'))).toBeNull();
  });

  test('refuses an unknown time zone and an unresolved timing', () => {
    expect(() => nextRun(cron('@daily'), inZone('Mars/Olympus'), at('2026-01-01T00:00:00Z'))).toThrow(
      RangeError,
    );
    expect(() => nextRun({ ...empty, type: 'ONCE' }, utc, at('2026-01-01T00:00:00Z'))).toThrow(
      'no firstRunAt',
    );
  });
});

describe('initialRun', () => {
  const now = at('2026-01-01T00:00:30.500Z');
  test('starts an interval immediately when its first run is now', () => {
    expect(initialRun(every(1, 'HOURS', now.toISOString()), utc, now)).toEqual(now);
  });

  test('accepts a first run within the clock tolerance, but skips an earlier one', () => {
    expect(initialRun(once('2026-01-01T00:00:00Z'), utc, now)).toEqual(at('2026-01-01T00:00:00Z'));
    expect(initialRun(every(1, 'HOURS', '2025-12-31T23:59:00Z'), utc, now)).toEqual(
      at('2026-01-01T00:59:00Z'),
    );
  });

  test('keeps the run of a ONCE timing even if the run is long past', () => {
    expect(initialRun(once('2025-12-31T23:59:00Z'), utc, now)).toEqual(at('2025-12-31T23:59:00Z'));
    expect(
      initialRun(once('2025-12-31T23:59:00Z'), { ...utc, endsAt: '2025-12-31T23:58:00Z' }, now),
    ).toBeNull();
  });

  test('does not start a cron timing in the past', () => {
    expect(initialRun(cron('* * * * *', '2026-01-01T00:00:00Z'), utc, now)).toEqual(
      at('2026-01-01T00:01:00Z'),
    );
  });
});

describe('dueRuns', () => {
  test.each<[string, string, Timing, string, string, string, number]>([
    [
      'returns a due run that is on time',
      'UTC',
      cron('@hourly'),
      '2026-01-01T10:00:00Z',
      '2026-01-01T10:00:00.020Z',
      '2026-01-01T10:00:00Z',
      0,
    ],
    [
      'counts two missed hourly runs',
      'UTC',
      cron('@hourly'),
      '2026-01-01T10:00:00Z',
      '2026-01-01T12:05:00Z',
      '2026-01-01T12:00:00Z',
      2,
    ],
    [
      'counts 120 missed runs of a minute interval',
      'UTC',
      every(1, 'MINUTES', '1990-01-01T00:00:00Z'),
      '2026-01-01T10:00:00Z',
      '2026-01-01T12:00:59Z',
      '2026-01-01T12:00:00Z',
      120,
    ],
    [
      'counts a gap once',
      'America/New_York',
      cron('*/15 * * * *'),
      '2026-03-08T06:45:00Z',
      '2026-03-08T07:20:00Z',
      '2026-03-08T07:15:00Z',
      2,
    ],
    [
      'counts a fold once',
      'America/New_York',
      cron('*/15 * * * *'),
      '2026-11-01T05:30:00Z',
      '2026-11-01T07:05:00Z',
      '2026-11-01T07:00:00Z',
      2,
    ],
    [
      'counts a skipped day and the next day as one run',
      'Pacific/Apia',
      every(1, 'DAYS', '2011-12-28T10:00:00Z'),
      '2011-12-29T10:00:00Z',
      '2011-12-31T10:00:00Z',
      '2011-12-31T10:00:00Z',
      2,
    ],
    [
      'counts ten years of one-second runs without iterating over them',
      'UTC',
      cron('* * * * * *'),
      '2016-01-01T00:00:00Z',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00Z',
      315_619_200,
    ],
    [
      'keeps a due time that is not on the grid any longer',
      'UTC',
      cron('@hourly'),
      '2026-01-01T10:07:00Z',
      '2026-01-01T10:30:00Z',
      '2026-01-01T10:07:00Z',
      0,
    ],
    [
      'counts a due time that is not on the grid any longer',
      'UTC',
      cron('@hourly'),
      '2026-01-01T10:07:00Z',
      '2026-01-01T12:30:00Z',
      '2026-01-01T12:00:00Z',
      2,
    ],
    [
      'counts no missed runs for ONCE',
      'UTC',
      once('2026-01-01T10:00:00Z'),
      '2026-01-01T10:00:00Z',
      '2026-02-01T00:00:00Z',
      '2026-01-01T10:00:00Z',
      0,
    ],
  ])('%s', (_, zone, timing, due, now, latest, missed) => {
    expect(dueRuns(timing, inZone(zone), at(due), at(now))).toEqual({ latest: at(latest), missed });
  });

  test('stops at endsAt', () => {
    const rule = inZone('UTC', '2026-01-01T11:30:00Z');
    const due = dueRuns(cron('@hourly'), rule, at('2026-01-01T10:00:00Z'), at('2026-01-01T15:00:00Z'));
    expect(due).toEqual({ latest: at('2026-01-01T11:00:00Z'), missed: 1 });
  });

  test('returns null if no run is due', () => {
    expect(
      latestRunAtOrBefore(cron('@daily'), utc, at('2026-01-01T01:00:00Z'), at('2026-01-01T23:00:00Z')),
    ).toBeNull();
  });
});
