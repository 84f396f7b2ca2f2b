import { expect, test } from 'vitest';
import { problemOfError } from './problem-of-error.ts';

/** An error of a failed statement: the driver's error is the cause of the query's error. */
const failed = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('as Postgres says'), { code }) });

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
