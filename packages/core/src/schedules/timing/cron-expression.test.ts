import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cronError, cronSequence, shortestIntervalBelow } from './cron-expression.ts';

const ms = (text: string) => Date.parse(`${text}Z`);

describe('cronError', () => {
  test.each([
    '*/15 * * * *',
    '30 0 0 1 1 *',
    '@hourly',
    '@Daily',
    '0 9 * * MON-FRI',
    '0 0 L * *',
    '0 0 29 2 *',
    '0 0 31 * 5',
    '0 0 29 2 +MON',
    '0 12 * * FRI#2',
    '0 0 15W * *',
    ' 0  0 ? * ? ',
  ])('accepts %s', (expression) => {
    expect(cronError(expression)).toBeNull();
  });

  test.each([
    ['0 0 30 2 *', 'never_runs'],
    ['0 0 31 4,6,9,11 *', 'never_runs'],
    ['0 0 0 31 2 *', 'never_runs'],
    ['61 * * * *', 'invalid_cron'],
    ['* * * *', 'invalid_cron'],
    ['0 0 0 1 1 * 2030', 'invalid_cron'],
    ['2026-01-01T00:00:00', 'invalid_cron'],
    ['2026-01-01 00:00:00 * * *', 'invalid_cron'],
    ['@reboot', 'invalid_cron'],
    ['@fortnightly', 'invalid_cron'],
    ['every day at noon', 'invalid_cron'],
    ['', 'invalid_cron'],
  ])('refuses %s as %s', (expression, code) => {
    expect(cronError(expression)?.code).toBe(code);
  });

  test('reports the reason without the name of the library', () => {
    expect(cronError('61 * * * *')?.message).toBe(
      'is not a valid cron expression: Invalid value for minute: 61',
    );
    expect(cronError('@reboot')?.message).not.toContain('CronPattern');
  });
});

describe('shortestIntervalBelow', () => {
  test.each([
    ['* * * * * *', 1],
    ['*/20 * * * * *', 20],
    ['0,59 0 * * * *', 59],
    ['* * * * *', 60],
    ['*/7 * * * *', 240],
    ['@hourly', 3_600],
    ['0 9-17 * * *', 3_600],
    ['0 9,17 * * *', 28_800],
    ['59 23 * * *', 86_400],
    // Runs at the end of one day and at the start of the next, with and without adjacent days.
    ['59,0 23,0 * * *', 60],
    ['55 23 1 * *', 28 * 86_400],
    ['0 0,23 1-27/2 * *', 82_800],
    ['0 0,23 L,1 * *', 3_600],
    ['@weekly', 7 * 86_400],
    ['@yearly', 365 * 86_400],
    ['0 0 29 2 *', 4 * 365.25 * 86_400],
  ])('%s has a shortest interval of %d s', (expression, seconds) => {
    expect(shortestIntervalBelow(expression, Number.POSITIVE_INFINITY)).toBe(seconds);
    expect(shortestIntervalBelow(expression, seconds + 1)).toBe(seconds);
    expect(shortestIntervalBelow(expression, seconds)).toBeNull();
  });
});

describe('cronSequence', () => {
  test('excludes `after` and includes `until`', () => {
    const sequence = cronSequence('0 12 * * *');
    expect(sequence.next(ms('2026-01-01T12:00'))).toBe(ms('2026-01-02T12:00'));
    expect(sequence.next(ms('2026-01-01T11:59:59.999'))).toBe(ms('2026-01-01T12:00'));
    expect(sequence.latest(ms('2026-01-01T12:00'))).toBe(ms('2026-01-01T12:00'));
    expect(sequence.latest(ms('2026-01-01T11:59:59.999'))).toBe(ms('2025-12-31T12:00'));
  });

  test('has consistent results for next, latest and count', () => {
    const expressions = [
      '*/7 3-5 * * *',
      '0 0 29 2 *',
      '15 10 L * *',
      '*/25 1 8-14 * +MON',
      '0 0 31 * *',
      '0 6 15W * *',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...expressions),
        fc.integer({ min: ms('1990-01-01T00:00'), max: ms('2090-01-01T00:00') }),
        fc.nat(30),
        (expression, start, steps) => {
          const sequence = cronSequence(expression);
          const first = sequence.next(start)!;
          let last = first;
          for (let step = 0; step < steps; step++) {
            const following = sequence.next(last)!;
            expect(sequence.latest(following - 1)).toBe(last);
            last = following;
          }
          expect(sequence.count(first, last)).toBe(steps);
          expect(sequence.count(start, last)).toBe(steps + 1);
        },
      ),
    );
  });
});
