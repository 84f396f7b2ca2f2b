import type { TimingBody } from '@shotclock/contracts';
import { expect, test } from 'vitest';
import { describeTiming } from './describe-timing.ts';
import { resolveTiming } from './timing-rules.ts';

const now = new Date('2026-06-15T12:00:00.500Z');

test.each<[TimingBody, string, string]>([
  [
    { type: 'ONCE', firstRunAt: '2026-07-01T20:30:00Z' },
    'Europe/Paris',
    'Once, at 2026-07-01 22:30 (Europe/Paris)',
  ],
  [{ type: 'ONCE', firstRunAt: '2026-07-01T20:30:05Z' }, 'UTC', 'Once, at 2026-07-01 20:30:05 (UTC)'],
  [
    { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'MONTHS', firstRunAt: '2026-07-31T23:00:00Z' },
    'Asia/Kolkata',
    'Every month, from 2026-08-01 04:30 (Asia/Kolkata)',
  ],
  [
    { type: 'INTERVAL', intervalValue: 15, intervalUnit: 'MINUTES' },
    'UTC',
    'Every 15 minutes, from 2026-06-15 12:00 (UTC)',
  ],
  [
    { type: 'CRON', cronExpression: '0 9 * * 1-5' },
    'America/New_York',
    'At 09:00, Monday through Friday (America/New_York)',
  ],
  [
    { type: 'CRON', cronExpression: '0 9 * * *', firstRunAt: '2027-01-01T00:00:00Z' },
    'UTC',
    'At 09:00, from 2027-01-01 00:00 (UTC)',
  ],
])('describes %j in %s as "%s"', (body, zone, words) => {
  expect(describeTiming(resolveTiming(body, now), zone)).toBe(words);
});
