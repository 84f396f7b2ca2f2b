import type { Policy, Timing } from '@shotclock/contracts';
import { describe, expect, it } from 'vitest';
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

/** The runs after a moment, in UTC without their zeroes: `2026-03-08T07:00Z`. */
function runs(timing: Timing, rule: Rule, after: string, count: number): string[] {
  const found: string[] = [];
  for (let run = nextRun(timing, rule, at(after)); run !== null && found.length < count; ) {
    found.push(run.toISOString().replace(/(:00)?\.000Z$/, 'Z'));
    run = nextRun(timing, rule, run);
  }
  return found;
}

describe('the golden table of cron runs', () => {
  const newYork = 'America/New_York';
  const lordHowe = 'Australia/Lord_Howe';
  const saoPaulo = 'America/Sao_Paulo';
  it.each<[string, string, string, string, string[]]>([
    // New York, gap 2026-03-08 02:00–03:00 (07:00Z), fold 2026-11-01 01:00–02:00 (second pass from 06:00Z).
    [
      'in the gap, once at its end',
      newYork,
      '30 2 * * *',
      '2026-03-07T12:00Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:30Z'],
    ],
    [
      'many in the gap, one run',
      newYork,
      '*/15 2 * * *',
      '2026-03-08T06:59Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:00Z'],
    ],
    [
      'in the gap and at its end, one run',
      newYork,
      '*/30 * * * *',
      '2026-03-08T06:00Z',
      ['2026-03-08T06:30Z', '2026-03-08T07:00Z', '2026-03-08T07:30Z'],
    ],
    [
      'hourly through the gap',
      newYork,
      '@hourly',
      '2026-03-08T05:30Z',
      ['2026-03-08T06:00Z', '2026-03-08T07:00Z', '2026-03-08T08:00Z'],
    ],
    [
      'half past every hour, with the gap',
      newYork,
      '30 * * * *',
      '2026-03-08T06:00Z',
      ['2026-03-08T06:30Z', '2026-03-08T07:00Z', '2026-03-08T07:30Z'],
    ],
    [
      'in the fold, the first time',
      newYork,
      '30 1 * * *',
      '2026-10-31T12:00Z',
      ['2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ],
    [
      'through the fold, the first pass',
      newYork,
      '*/30 * * * *',
      '2026-11-01T04:30Z',
      ['2026-11-01T05:00Z', '2026-11-01T05:30Z', '2026-11-01T07:00Z'],
    ],
    ['from inside the second pass', newYork, '*/30 * * * *', '2026-11-01T06:10Z', ['2026-11-01T07:00Z']],
    // Paris, gap 2026-03-29 02:00–03:00 (01:00Z), fold 2026-10-25 02:00–03:00 (second pass from 01:00Z).
    [
      'Paris in spring',
      'Europe/Paris',
      '30 2 * * *',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'Paris in autumn',
      'Europe/Paris',
      '30 2 * * *',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'Paris at three, in spring',
      'Europe/Paris',
      '0 3 * * *',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T01:00Z'],
    ],
    // Lord Howe shifts by half an hour: gap 2026-10-04 02:00–02:30 (2026-10-03T15:30Z), fold 2026-04-05 01:30–02:00.
    [
      'Lord Howe in spring',
      lordHowe,
      '15 2 * * *',
      '2026-10-03T12:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
    [
      'Lord Howe every quarter',
      lordHowe,
      '*/15 * * * *',
      '2026-10-03T15:00Z',
      ['2026-10-03T15:15Z', '2026-10-03T15:30Z', '2026-10-03T15:45Z'],
    ],
    [
      'Lord Howe in autumn',
      lordHowe,
      '45 1 * * *',
      '2026-04-04T12:00Z',
      ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
    [
      'Lord Howe every quarter, in autumn',
      lordHowe,
      '*/15 * * * *',
      '2026-04-04T14:30Z',
      ['2026-04-04T14:45Z', '2026-04-04T15:30Z'],
    ],
    // São Paulo had its changes at midnight: gap 2018-11-04 00:00–01:00 (03:00Z), fold 2018-02-17 23:00–24:00; none since 2019.
    [
      'São Paulo without a midnight',
      saoPaulo,
      '@daily',
      '2018-11-03T12:00Z',
      ['2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    ],
    [
      'São Paulo with two evenings',
      saoPaulo,
      '30 23 * * *',
      '2018-02-17T12:00Z',
      ['2018-02-18T01:30Z', '2018-02-19T02:30Z'],
    ],
    [
      'São Paulo at midnight after two evenings',
      saoPaulo,
      '@daily',
      '2018-02-17T12:00Z',
      ['2018-02-18T03:00Z', '2018-02-19T03:00Z'],
    ],
    [
      'São Paulo today, without a gap',
      saoPaulo,
      '@daily',
      '2026-11-01T00:00Z',
      ['2026-11-01T03:00Z', '2026-11-02T03:00Z'],
    ],
    // Samoa left out 30 December 2011 (the day ends at 2011-12-30T10:00Z).
    [
      'a day that does not exist',
      'Pacific/Apia',
      '0 9 * * *',
      '2011-12-29T12:00Z',
      ['2011-12-29T19:00Z', '2011-12-30T10:00Z', '2011-12-30T19:00Z'],
    ],
    ['leap days only', 'UTC', '0 12 29 2 *', '2026-01-01T00:00Z', ['2028-02-29T12:00Z', '2032-02-29T12:00Z']],
    ['over a year that is no leap year', 'UTC', '0 0 29 2 *', '2096-03-01T00:00Z', ['2104-02-29T00:00Z']],
    [
      'the last day of the month',
      'UTC',
      '0 0 L * *',
      '2027-01-31T00:00Z',
      ['2027-02-28T00:00Z', '2027-03-31T00:00Z'],
    ],
    [
      'across the end of 32-bit time',
      'UTC',
      '*/10 * * * * *',
      '2038-01-19T03:14:00Z',
      ['2038-01-19T03:14:10.000Z', '2038-01-19T03:14:20.000Z'],
    ],
    [
      'New York in 2038',
      newYork,
      '30 2 * * *',
      '2038-03-13T12:00Z',
      ['2038-03-14T07:00Z', '2038-03-15T06:30Z'],
    ],
  ])('%s', (_, zone, expression, after, expected) => {
    const seconds = expected.map((run) => run.replace('.000Z', 'Z'));
    expect(runs(cron(expression), inZone(zone), after, expected.length)).toEqual(seconds);
  });
});

describe('the golden table of interval runs', () => {
  const newYork = 'America/New_York';
  it.each<[string, string, Timing, string, string[]]>([
    [
      'months clamp to their end, from the first day',
      'UTC',
      every(1, 'MONTHS', '2026-01-31T10:00:00Z'),
      '2026-01-01T00:00Z',
      ['2026-01-31T10:00Z', '2026-02-28T10:00Z', '2026-03-31T10:00Z', '2026-04-30T10:00Z'],
    ],
    [
      'a month end in a leap year',
      'UTC',
      every(1, 'MONTHS', '2027-12-30T00:00:00Z'),
      '2028-01-30T00:00Z',
      ['2028-02-29T00:00Z', '2028-03-30T00:00Z'],
    ],
    [
      'a year from a leap day',
      'UTC',
      every(12, 'MONTHS', '2028-02-29T00:00:00Z'),
      '2028-03-01T00:00Z',
      ['2029-02-28T00:00Z', '2030-02-28T00:00Z', '2031-02-28T00:00Z', '2032-02-29T00:00Z'],
    ],
    [
      'months are months of the zone',
      newYork,
      every(1, 'MONTHS', '2026-02-01T04:30:00Z'),
      '2026-02-02T00:00Z',
      ['2026-03-01T04:30Z', '2026-04-01T03:30Z'],
    ],
    [
      'hours are absolute through a gap',
      newYork,
      every(12, 'HOURS', '2026-03-07T12:00:00Z'),
      '2026-03-07T12:00Z',
      ['2026-03-08T00:00Z', '2026-03-08T12:00Z'],
    ],
    [
      'minutes are absolute through a fold',
      newYork,
      every(30, 'MINUTES', '2026-11-01T05:00:00Z'),
      '2026-11-01T05:15Z',
      ['2026-11-01T05:30Z', '2026-11-01T06:00Z', '2026-11-01T06:30Z'],
    ],
    [
      'days keep the wall time',
      newYork,
      every(1, 'DAYS', '2026-03-07T14:00:00Z'),
      '2026-03-07T00:00Z',
      ['2026-03-07T14:00Z', '2026-03-08T13:00Z', '2026-03-09T13:00Z'],
    ],
    [
      'a day in the gap runs at its end, the next one on time',
      newYork,
      every(1, 'DAYS', '2026-03-07T07:30:15.250Z'),
      '2026-03-07T08:00Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:30:15.250Z'],
    ],
    [
      'a day in the fold runs the first time',
      newYork,
      every(1, 'DAYS', '2026-10-31T05:30:00Z'),
      '2026-10-31T06:00Z',
      ['2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ],
    [
      'a first run in the second pass stands',
      newYork,
      every(1, 'DAYS', '2026-11-01T06:30:00Z'),
      '2026-11-01T00:00Z',
      ['2026-11-01T06:30Z', '2026-11-02T06:30Z'],
    ],
    [
      'weeks keep the wall time',
      'Europe/Paris',
      every(2, 'WEEKS', '2026-03-16T08:00:00Z'),
      '2026-03-16T08:00Z',
      ['2026-03-30T07:00Z', '2026-04-13T07:00Z'],
    ],
    [
      'the gap of Lord Howe',
      'Australia/Lord_Howe',
      every(1, 'DAYS', '2026-10-02T15:40:00Z'),
      '2026-10-02T16:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:10Z'],
    ],
    [
      'two days in one gap are one run',
      'Pacific/Apia',
      every(1, 'DAYS', '2011-12-29T10:00:00Z'),
      '2011-12-29T10:00Z',
      ['2011-12-30T10:00Z', '2011-12-31T10:00Z'],
    ],
    [
      'across the end of 32-bit time',
      'UTC',
      every(1, 'MINUTES', '1990-01-01T00:00:30Z'),
      '2038-01-19T03:14:07Z',
      ['2038-01-19T03:14:30Z', '2038-01-19T03:15:30Z'],
    ],
  ])('%s', (_, zone, timing, after, expected) => {
    expect(runs(timing, inZone(zone), after, expected.length)).toEqual(expected);
  });
});

describe('nextRun', () => {
  it('runs a ONCE timing once', () => {
    expect(runs(once('2026-05-01T10:00:00Z'), utc, '2026-01-01T00:00Z', 5)).toEqual(['2026-05-01T10:00Z']);
  });

  it('is strictly later, to the millisecond', () => {
    const timing = every(1, 'HOURS', '2026-01-01T00:00:00.123Z');
    expect(nextRun(timing, utc, at('2026-01-01T00:59:59.999Z'))).toEqual(at('2026-01-01T01:00:00.123Z'));
    expect(nextRun(timing, utc, at('2026-01-01T01:00:00.122Z'))).toEqual(at('2026-01-01T01:00:00.123Z'));
    expect(nextRun(timing, utc, at('2026-01-01T01:00:00.123Z'))).toEqual(at('2026-01-01T02:00:00.123Z'));
  });

  it('takes the first run of a cron timing as the earliest one, included', () => {
    const timing = cron('0 * * * *', '2026-01-01T10:00:00Z');
    expect(runs(timing, utc, '2020-01-01T00:00Z', 2)).toEqual(['2026-01-01T10:00Z', '2026-01-01T11:00Z']);
    expect(runs(cron('0 * * * *', '2026-01-01T10:00:00.001Z'), utc, '2020-01-01T00:00Z', 1)).toEqual([
      '2026-01-01T11:00Z',
    ]);
  });

  it('runs at endsAt, and not after it', () => {
    const rule = inZone('UTC', '2026-01-01T02:00:00Z');
    expect(runs(cron('@hourly'), rule, '2026-01-01T00:30Z', 9)).toEqual([
      '2026-01-01T01:00Z',
      '2026-01-01T02:00Z',
    ]);
  });

  it('is null for an expression that names no day', () => {
    expect(nextRun(cron('0 0 30 2 *'), utc, at('2026-01-01T00:00:00Z'))).toBeNull();
  });

  it('is null at the horizon of the year 3000', () => {
    expect(
      nextRun(every(1_000_000, 'MONTHS', '2026-01-01T00:00:00Z'), utc, at('2026-01-01T00:00:00Z')),
    ).toBeNull();
    expect(nextRun(every(1, 'MINUTES', '2026-01-01T00:00:00Z'), utc, at('2999-12-31T23:59:00Z'))).toBeNull();
    expect(nextRun(cron('* * * * *'), inZone('Europe/Paris'), at('2999-12-31T23:59:00Z'))).toBeNull();
  });

  it('refuses an unknown zone and a timing that was not resolved', () => {
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
  it('starts an interval that begins now, now', () => {
    expect(initialRun(every(1, 'HOURS', now.toISOString()), utc, now)).toEqual(now);
  });

  it('takes a first run that passed a moment ago as meant for now, and an older one as passed', () => {
    expect(initialRun(once('2026-01-01T00:00:00Z'), utc, now)).toEqual(at('2026-01-01T00:00:00Z'));
    expect(initialRun(once('2025-12-31T23:59:00Z'), utc, now)).toBeNull();
    expect(initialRun(every(1, 'HOURS', '2025-12-31T23:59:00Z'), utc, now)).toEqual(
      at('2026-01-01T00:59:00Z'),
    );
  });

  it('never starts a cron timing in the past', () => {
    expect(initialRun(cron('* * * * *', '2026-01-01T00:00:00Z'), utc, now)).toEqual(
      at('2026-01-01T00:01:00Z'),
    );
  });
});

describe('dueRuns', () => {
  it.each<[string, string, Timing, string, string, string, number]>([
    [
      'is due on time',
      'UTC',
      cron('@hourly'),
      '2026-01-01T10:00:00Z',
      '2026-01-01T10:00:00.020Z',
      '2026-01-01T10:00:00Z',
      0,
    ],
    [
      'missed two hours',
      'UTC',
      cron('@hourly'),
      '2026-01-01T10:00:00Z',
      '2026-01-01T12:05:00Z',
      '2026-01-01T12:00:00Z',
      2,
    ],
    [
      'missed two hours of minutes',
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
      'counts a day that does not exist with the next',
      'Pacific/Apia',
      every(1, 'DAYS', '2011-12-28T10:00:00Z'),
      '2011-12-29T10:00:00Z',
      '2011-12-31T10:00:00Z',
      '2011-12-31T10:00:00Z',
      2,
    ],
    [
      'counts years of seconds without walking them',
      'UTC',
      cron('* * * * * *'),
      '2016-01-01T00:00:00Z',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00Z',
      315_619_200,
    ],
    [
      'keeps a due time that left the grid',
      'UTC',
      cron('@hourly'),
      '2026-01-01T10:07:00Z',
      '2026-01-01T10:30:00Z',
      '2026-01-01T10:07:00Z',
      0,
    ],
    [
      'counts a due time that left the grid',
      'UTC',
      cron('@hourly'),
      '2026-01-01T10:07:00Z',
      '2026-01-01T12:30:00Z',
      '2026-01-01T12:00:00Z',
      2,
    ],
    [
      'has nothing to miss in ONCE',
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

  it('stops at endsAt', () => {
    const rule = inZone('UTC', '2026-01-01T11:30:00Z');
    const due = dueRuns(cron('@hourly'), rule, at('2026-01-01T10:00:00Z'), at('2026-01-01T15:00:00Z'));
    expect(due).toEqual({ latest: at('2026-01-01T11:00:00Z'), missed: 1 });
  });

  it('finds no run where none lies between', () => {
    expect(
      latestRunAtOrBefore(cron('@daily'), utc, at('2026-01-01T01:00:00Z'), at('2026-01-01T23:00:00Z')),
    ).toBeNull();
  });
});
