import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';

test('eventually returns the first result that is true or an object, and repeats the check after errors', async () => {
  const results = [null, undefined, false, { rows: 3 }];
  const check = () => {
    if (results.length === 4) {
      results.shift();
      throw new Error('not yet');
    }
    return results.shift();
  };
  expect(await eventually(check, { what: 'the rows' })).toEqual({ rows: 3 });
  expect(await eventually(async () => true, { what: 'the rows' })).toBe(true);
});

test.each([
  ['an empty array', []],
  ['an array', [1]],
  ['zero', 0],
  ['a number', 1],
  ['an empty string', ''],
  ['a string', 'ready'],
])('eventually rejects immediately if the check returns %s, which is ambiguous', async (_name, result) => {
  const check = (() => result) as unknown as () => boolean;
  await expect(eventually(check, { what: 'a row' })).rejects.toThrow(
    /^a row: the check must return a boolean or an object, not /,
  );
});

test('the timeout error contains the awaited state and the last result', async () => {
  const waiting = eventually(() => false, { timeoutMs: 60, what: 'a row' });
  await expect(waiting).rejects.toThrow('a row: not within 60 ms, the last result was false');
});

test('the timeout error keeps the last error as its cause', async () => {
  const failure = new Error('connection refused');
  const waiting = eventually(() => Promise.reject(failure), { timeoutMs: 60, what: 'a response' });
  await expect(waiting).rejects.toMatchObject({ cause: failure });
});
