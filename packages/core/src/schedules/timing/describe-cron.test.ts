import { repetitions } from '@shotclock/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cronError } from './cron-expression.ts';
import { describeCron } from './describe-cron.ts';

describe('describeCron', () => {
  test.each([
    ['0 9 * * MON-FRI', 'At 09:00, Monday through Friday'],
    ['*/15 * * * *', 'Every 15 minutes'],
    ['30 0 21 * * *', 'At 21:00:30'],
    ['  0   9 * * *  ', 'At 09:00'],
    ['@hourly', 'Every hour'],
    ['@HOURLY', 'Every hour'],
    ['@midnight', 'At 00:00'],
    ['@weekly', 'At 00:00, only on Sunday'],
    ['@annually', 'At 00:00, on day 1 of the month, only in January'],
    ['0 9 * jan-mar mon', 'At 09:00, only on Monday, January through March'],
    ['0 9 L * *', 'At 09:00, on the last day of the month'],
    ['0 9 15W * *', 'At 09:00, on the weekday nearest day 15 of the month'],
    ['0 9 LW * *', 'At 09:00, on the last weekday of the month'],
    ['0 9 * * 5L', 'At 09:00, on the last Friday of the month'],
  ])('describes %s as "%s"', (expression, words) => {
    expect(describeCron(expression)).toBe(words);
  });

  test.each(['0', '7', 'SUN'])('describes %s as Sunday', (day) => {
    expect(describeCron(`0 9 * * ${day}`)).toBe('At 09:00, only on Sunday');
    expect(describeCron(`0 9 * * ${day}#2`)).toBe('At 09:00, on the second Sunday of the month');
    expect(describeCron(`0 9 * * ${day}#L`)).toBe('At 09:00, on the last Sunday of the month');
  });

  test('describes a question mark as any value, in every field', () => {
    expect(describeCron('0 9 ? * ?')).toBe('At 09:00');
    expect(describeCron('? ? * * *')).toBe('Every minute');
  });

  test('distinguishes "day of month or weekday" from "both"', () => {
    expect(describeCron('0 9 13 * 5')).toBe(
      'At 09:00, on day 13 of the month; also at 09:00, only on Friday',
    );
    expect(describeCron('0 9 13 * +5')).toBe('At 09:00, on day 13 of the month, only on Friday');
  });

  test.each(['0 9 1W,15W * *', '0 9 * * 1-5#2', '*,5 * * * *'])(
    'quotes %s, which cronstrue cannot describe',
    (expression) => {
      expect(cronError(expression)).toBeNull();
      expect(describeCron(` ${expression} `)).toBe(`At the times of the cron expression ${expression}`);
    },
  );

  test('describes every valid expression completely', () => {
    const number = (max: number, min = 0) => fc.integer({ min, max }).map(String);
    const field = (max: number, min = 0) =>
      fc.oneof(
        fc.constantFrom('*', '?', '*/2', '*/7'),
        number(max, min),
        fc.tuple(number(max, min), number(max, min)).map((pair) => pair.join(',')),
        fc.tuple(number(max, min), number(max, min)).map((pair) => pair.join('-')),
        fc.constant(`${min}-${max}/3`),
      );
    const days = fc.oneof(field(31, 1), fc.constantFrom('L', 'LW', '15W', '1W,15W', 'L,15'));
    const weekdays = fc.oneof(
      field(7),
      fc.constantFrom('MON', 'mon-fri', 'SUN#L', '5L', '1#2,3#4', '+FRI', '+1-5', '1-5#2', '+5#1'),
    );
    const months = fc.oneof(field(12, 1), fc.constantFrom('JAN', 'feb-apr'));
    const expressions = fc
      .tuple(fc.option(field(59), { nil: null }), field(59), field(23), days, months, weekdays)
      .map((fields) => fields.filter((one) => one !== null).join(' '));
    let valid = 0;
    fc.assert(
      fc.property(expressions, (expression) => {
        if (cronError(expression) !== null) return;
        valid += 1;
        const words = describeCron(expression);
        if (words.endsWith(expression)) return;
        expect(words).toMatch(/^[A-Z][A-Za-z0-9 ,:;-]+$/);
        expect(words).not.toMatch(/undefined|null|NaN/);
      }),
      { numRuns: repetitions({ usual: 200, thorough: 500 }) },
    );
    expect(valid).toBeGreaterThan(100);
  });
});
