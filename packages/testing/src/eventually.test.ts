import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';

test('the first truthy answer is returned, and errors before it are tries like any other', async () => {
  let calls = 0;
  const answer = await eventually(
    () => {
      calls += 1;
      if (calls === 1) throw new Error('not yet');
      return calls === 3 ? 'there' : undefined;
    },
    { what: 'the third call' },
  );
  expect(answer).toBe('there');
});

test('running out of time names the thing and the last value', async () => {
  const waiting = eventually(() => 0, { timeoutMs: 60, what: 'a row' });
  await expect(waiting).rejects.toThrow('a row: not within 60 ms, the last value was 0');
});

test('running out of time keeps the last error', async () => {
  const failure = new Error('connection refused');
  const waiting = eventually(() => Promise.reject(failure), { timeoutMs: 60, what: 'an answer' });
  await expect(waiting).rejects.toMatchObject({ cause: failure });
});
