import { defaultPolicy, type Policy, type TimingBody } from '@shotclock/contracts';
import { describe, expect, test } from 'vitest';
import { planRequestErrors } from '../plan-request-rules.ts';
import { endErrors } from '../plan-rules.ts';
import { resolveTiming } from './timing-rules.ts';

const now = new Date('2026-06-15T12:00:00.500Z');
const codes = (body: TimingBody, policy: Partial<Policy> = {}, minIntervalSeconds = 60) =>
  planRequestErrors({ schedule: body, policy }, { minIntervalSeconds, now }, 'new').map(
    (error) => `${error.path} ${error.code}`,
  );

describe('planRequestErrors for a new plan', () => {
  test.each<[string, TimingBody, Partial<Policy>]>([
    ['a run in the future', { type: 'ONCE', firstRunAt: '2026-06-15T12:00:01Z' }, {}],
    ['a run less than a minute ago', { type: 'ONCE', firstRunAt: '2026-06-15T11:59:01Z' }, {}],
    ['a time with an offset', { type: 'ONCE', firstRunAt: '2026-06-15T15:00:00+02:00' }, {}],
    ['the smallest interval', { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'MINUTES' }, {}],
    [
      'an interval that started long ago',
      { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'MINUTES', firstRunAt: '1990-01-01T00:00:00Z' },
      {},
    ],
    [
      'a cron expression for every minute',
      { type: 'CRON', cronExpression: '* * * * *' },
      { timezone: 'Australia/Lord_Howe' },
    ],
    [
      'null for the fields of other types',
      { type: 'CRON', cronExpression: '@daily', firstRunAt: null, intervalUnit: null, intervalValue: null },
      {},
    ],
    [
      'an end at the first run',
      { type: 'ONCE', firstRunAt: '2026-07-01T00:00:00Z' },
      { endsAt: '2026-07-01T00:00:00Z' },
    ],
    [
      'an end in the far future',
      { type: 'CRON', cronExpression: '@daily' },
      { endsAt: '9999-12-31T23:59:59Z' },
    ],
  ])('accepts %s', (_, body, policy) => {
    expect(codes(body, policy)).toEqual([]);
  });

  test.each<[string, TimingBody, Partial<Policy>, string[]]>([
    ['ONCE without firstRunAt', { type: 'ONCE' }, {}, ['/schedule/firstRunAt required']],
    [
      'INTERVAL without value and unit',
      { type: 'INTERVAL' },
      {},
      ['/schedule/intervalValue required', '/schedule/intervalUnit required'],
    ],
    [
      'CRON without expression',
      { type: 'CRON', cronExpression: null },
      {},
      ['/schedule/cronExpression required'],
    ],
    [
      'fields of an interval in CRON',
      { type: 'CRON', cronExpression: '@daily', intervalValue: 5, intervalUnit: 'DAYS' },
      {},
      ['/schedule/intervalValue not_applicable', '/schedule/intervalUnit not_applicable'],
    ],
    [
      'a cron expression in ONCE',
      { type: 'ONCE', firstRunAt: '2026-07-01T00:00:00Z', cronExpression: '@daily' },
      {},
      ['/schedule/cronExpression not_applicable'],
    ],
    [
      'a run a minute ago or earlier',
      { type: 'ONCE', firstRunAt: '2026-06-15T11:59:00Z' },
      {},
      ['/schedule/firstRunAt in_the_past'],
    ],
    [
      'a time before 1970',
      { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'DAYS', firstRunAt: '1969-12-31T23:59:59Z' },
      {},
      ['/schedule/firstRunAt out_of_range'],
    ],
    [
      'a time after 2999',
      { type: 'CRON', cronExpression: '@daily', firstRunAt: '3000-01-01T00:00:00Z' },
      {},
      ['/schedule/firstRunAt out_of_range'],
    ],
    [
      'a cron timing without a run after firstRunAt',
      { type: 'CRON', cronExpression: '@daily', firstRunAt: '2999-12-31T12:00:00Z' },
      {},
      ['/schedule/firstRunAt never_runs'],
    ],
    [
      'an expression that never matches',
      { type: 'CRON', cronExpression: '0 0 30 2 *' },
      {},
      ['/schedule/cronExpression never_runs'],
    ],
    [
      'an invalid expression',
      { type: 'CRON', cronExpression: '61 * * * *' },
      {},
      ['/schedule/cronExpression invalid_cron'],
    ],
    [
      'seconds below the minimum',
      { type: 'CRON', cronExpression: '*/30 * * * * *' },
      {},
      ['/schedule/cronExpression too_frequent'],
    ],
    [
      'an unknown time zone',
      { type: 'CRON', cronExpression: '@daily' },
      { timezone: 'Mars/Olympus' },
      ['/policy/timezone unknown_timezone'],
    ],
    [
      'an offset as a time zone',
      { type: 'CRON', cronExpression: '@daily' },
      { timezone: '+02:00' },
      ['/policy/timezone unknown_timezone'],
    ],
    [
      'an end before the first run',
      { type: 'ONCE', firstRunAt: '2026-07-01T00:00:00Z' },
      { endsAt: '2026-06-30T00:00:00Z' },
      ['/policy/endsAt before_first_run'],
    ],
    [
      'an end before the first cron run',
      { type: 'CRON', cronExpression: '@yearly' },
      { endsAt: '2026-12-31T00:00:00Z' },
      ['/policy/endsAt no_run_left'],
    ],
    [
      'an end that has passed',
      { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'DAYS', firstRunAt: '2026-01-01T00:00:00Z' },
      { endsAt: '2026-02-01T00:00:00Z' },
      ['/policy/endsAt no_run_left'],
    ],
    [
      'several errors',
      { type: 'CRON', cronExpression: 'x', intervalValue: 1 },
      { timezone: 'x' },
      [
        '/schedule/intervalValue not_applicable',
        '/schedule/cronExpression invalid_cron',
        '/policy/timezone unknown_timezone',
      ],
    ],
  ])('refuses %s', (_, body, policy, expected) => {
    expect(codes(body, policy)).toEqual(expected);
  });

  test('enforces the configured minimum interval for INTERVAL and CRON timings', () => {
    const interval: TimingBody = { type: 'INTERVAL', intervalValue: 4, intervalUnit: 'MINUTES' };
    expect(codes(interval, {}, 300)).toEqual(['/schedule/intervalValue too_frequent']);
    expect(codes({ ...interval, intervalValue: 5 }, {}, 300)).toEqual([]);
    // From minute 56 to the next hour, the interval is only four minutes.
    expect(codes({ type: 'CRON', cronExpression: '*/7 * * * *' }, {}, 300)).toEqual([
      '/schedule/cronExpression too_frequent',
    ]);
    expect(codes({ type: 'CRON', cronExpression: '*/5 * * * *' }, {}, 300)).toEqual([]);
    expect(codes({ type: 'CRON', cronExpression: '* * * * * *' }, {}, 1)).toEqual([]);
    expect(codes({ type: 'CRON', cronExpression: '@daily' }, { timezone: 'Europe/Paris' }, 86_400)).toEqual(
      [],
    );
  });

  test('explains the error in a message', () => {
    const message = (schedule: TimingBody) =>
      planRequestErrors({ schedule }, { minIntervalSeconds: 60, now }, 'new')[0]?.message;
    expect(message({ type: 'CRON', cronExpression: '0 0 30 2 *' })).toContain('does not exist');
    expect(message({ type: 'CRON', cronExpression: '*/30 * * * * *' })).toBe(
      'runs every 30 s; the minimum interval is 60 s',
    );
    expect(message({ type: 'ONCE', cronExpression: '@daily' })).toBe('is required for ONCE');
  });
});

describe('endErrors', () => {
  test('accepts an end in the past for a stored timing, after its first run', () => {
    const timing = resolveTiming({ type: 'ONCE', firstRunAt: '2020-01-01T00:00:00Z' }, now);
    expect(endErrors(timing, { ...defaultPolicy, timezone: 'UTC', endsAt: '2020-01-02T00:00:00Z' })).toEqual(
      [],
    );
    expect(
      endErrors(timing, { ...defaultPolicy, timezone: 'UTC', endsAt: '2019-12-31T00:00:00Z' }),
    ).toMatchObject([{ path: '/policy/endsAt', code: 'before_first_run' }]);
  });
});

describe('resolveTiming', () => {
  test('starts an interval without a first run immediately, and sets absent fields to null', () => {
    expect(resolveTiming({ type: 'INTERVAL', intervalValue: 2, intervalUnit: 'HOURS' }, now)).toEqual({
      type: 'INTERVAL',
      firstRunAt: '2026-06-15T12:00:00.500Z',
      intervalValue: 2,
      intervalUnit: 'HOURS',
      cronExpression: null,
    });
  });

  test('converts a first run to UTC with milliseconds, and sets no first run for cron', () => {
    const timing = resolveTiming({ type: 'ONCE', firstRunAt: '2026-07-01T02:00:00.123987+02:00' }, now);
    expect(timing.firstRunAt).toBe('2026-07-01T00:00:00.123Z');
    expect(resolveTiming({ type: 'CRON', cronExpression: '@daily' }, now).firstRunAt).toBeNull();
  });
});
