import { DatabaseError } from '@shotclock/db';
import { expect, test } from 'vitest';
import { problemOfError } from './problem-of-error.ts';

const errorWith = (code: string) => Object.assign(new Error('as Postgres says'), { code });
const failed = (code: string) => new DatabaseError(errorWith(code));

test.each([
  ['disk full', '53100'],
  ['out of memory', '53200'],
  ['too many connections', '53300'],
  ['an I/O error', '58030'],
  ['a missing file', '58P01'],
  ['shutting down', '57P01'],
])('a database error for %s is reported as unavailable', (_what, code) => {
  expect(problemOfError(failed(code))).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
});

test.each(['42P01', '23505', 'XX001'])('a permanent database error is internal (%s)', (code) => {
  expect(problemOfError(failed(code))).toMatchObject({ code: 'internal' });
});

test('an error from another server is internal regardless of its code', () => {
  expect(problemOfError(errorWith('ECONNREFUSED'))).toMatchObject({ code: 'internal' });
});
