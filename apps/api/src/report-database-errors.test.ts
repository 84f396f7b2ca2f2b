import { DatabaseError } from '@shotclock/db';
import { expect, test } from 'vitest';
import { reportDatabaseErrors } from './report-database-errors.ts';

test('logs an outage as a single warning for all listeners, and any other error as an error', () => {
  const lines: string[] = [];
  const report = reportDatabaseErrors(
    {
      warn: (_fields: unknown, text?: string) => void lines.push(`warn: ${text}`),
      error: (_fields: unknown, text?: string) => void lines.push(`error: ${text}`),
    },
    'event streams continue later',
  );
  const outage = new DatabaseError(Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' }));
  for (let n = 0; n < 1_000; n += 1) report(outage);
  report(new DatabaseError(Object.assign(new Error('division'), { code: '22012' })));
  report(new TypeError('not a function'));
  expect(lines).toEqual([
    'warn: the database is unavailable; event streams continue later',
    'error: a background statement failed',
    'error: a background statement failed',
  ]);
});
