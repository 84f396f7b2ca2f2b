import type { AlertTiming, QuietHours } from '@shotclock/contracts';
import { describe, expect, test } from 'vitest';
import { isAlwaysQuiet, nextDigest, quietEnd, resolveAlertTiming } from './rule-calendar.ts';

const timezone = 'Europe/Berlin';
const atOnce: AlertTiming = { type: 'AT_ONCE', at: null, weekday: null };
const night: QuietHours = { from: '22:00', to: '07:00', days: null };
const weekend: QuietHours = { from: '00:00', to: '00:00', days: ['SATURDAY', 'SUNDAY'] };

describe('quiet hours', () => {
  test.each([
    [night, '2026-01-10T20:59:59Z', null, 'before they start'],
    [night, '2026-01-10T21:00:00Z', '2026-01-11T06:00:00Z', 'at their start'],
    [night, '2026-01-11T05:59:59Z', '2026-01-11T06:00:00Z', 'after midnight'],
    [night, '2026-01-11T06:00:00Z', null, 'at exactly their end'],
    [night, '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z', 'over the start of daylight saving time'],
    [night, '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z', 'over the end of daylight saving time'],
    [weekend, '2026-01-09T22:59:59Z', null, 'before a weekend'],
    [weekend, '2026-01-10T12:00:00Z', '2026-01-11T23:00:00Z', 'on two days in a row'],
    [
      { ...night, days: ['FRIDAY'] },
      '2026-01-10T03:00:00Z',
      '2026-01-10T06:00:00Z',
      'after a day that has them',
    ],
    [{ ...night, days: ['FRIDAY'] }, '2026-01-11T03:00:00Z', null, 'after a day that does not have them'],
    [{ from: '02:30', to: '02:45', days: null }, '2026-03-29T01:10:00Z', null, 'that do not exist on a day'],
    [
      { from: '12:00', to: '13:00', days: null },
      '2026-06-01T10:30:00Z',
      '2026-06-01T11:00:00Z',
      'within a day',
    ],
  ] as [QuietHours, string, string | null, string][])('%j at %s end at %s: %s', (quietHours, at, end) => {
    const found = quietEnd({ timing: atOnce, quietHours, timezone }, new Date(at));
    expect(found).toEqual(end === null ? null : new Date(end));
  });

  test('are rejected by the rule errors if they never end', () => {
    expect(isAlwaysQuiet({ from: '09:00', to: '09:00', days: null })).toBe(true);
    expect(isAlwaysQuiet(weekend)).toBe(false);
  });
});

describe('digests', () => {
  test.each([
    [{ type: 'HOURLY' }, null, '2026-01-10T20:30:00Z', '2026-01-10T21:00:00Z'],
    [{ type: 'HOURLY' }, night, '2026-01-10T20:59:59Z', '2026-01-11T06:00:00Z'],
    [{ type: 'HOURLY' }, night, '2026-01-11T06:00:00Z', '2026-01-11T07:00:00Z'],
    [{ type: 'DAILY' }, null, '2026-01-10T08:00:00Z', '2026-01-11T08:00:00Z'],
    [{ type: 'DAILY', at: '06:30' }, night, '2026-01-10T08:00:00Z', '2026-01-11T06:00:00Z'],
    // The time does not exist on this day, so that the digest is sent at the end of the gap.
    [{ type: 'DAILY', at: '02:30' }, null, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
    // The time exists twice, and the digest is sent once.
    [{ type: 'DAILY', at: '02:30' }, null, '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    [{ type: 'WEEKLY' }, null, '2026-01-10T08:00:00Z', '2026-01-12T08:00:00Z'],
    [
      { type: 'WEEKLY', weekday: 'SUNDAY', at: '18:00' },
      null,
      '2026-01-11T17:00:00Z',
      '2026-01-18T17:00:00Z',
    ],
  ] as const)('%j with quiet hours %j after %s: %s', (timing, quietHours, after, expected) => {
    const rule = { timing: resolveAlertTiming(timing), quietHours, timezone };
    expect(nextDigest(rule, new Date(after))).toEqual(new Date(expected));
  });
});
