import { expect, test } from 'vitest';
import { type Check, diagnose, ok, StartError } from '../index.ts';

const remedy = 'Look into it.';
const check = (name: string, run: Check['run']): Check => ({ name, run, remedy, timeoutMs: 20 });

test('a check that rejects, throws or hangs has failed, and the others still have results', async () => {
  const results = await diagnose([
    check('works', async () => ok('It works.')),
    check('rejects', () => Promise.reject(new Error('no route to postgres://user:secret@host'))),
    check('throws', () => {
      throw new StartError('the file is missing', { remedy: 'create it' });
    }),
    check('hangs', () => new Promise(() => undefined)),
  ]);
  expect(results).toEqual([
    { check: 'works', status: 'ok', found: 'It works.', remedy: null },
    { check: 'rejects', status: 'failed', found: 'No route to postgres://***@host.', remedy },
    { check: 'throws', status: 'failed', found: 'The file is missing.', remedy: 'Create it.' },
    { check: 'hangs', status: 'failed', found: 'The check did not end within 0.02 s.', remedy },
  ]);
});

test('the message of a StartError contains the remedy', () => {
  expect(new StartError('the file is missing', { remedy: 'create it' }).message).toBe(
    'the file is missing; create it',
  );
  expect(new StartError('It is missing.', { remedy: 'Create it.' }).message).toBe(
    'It is missing. Create it.',
  );
});
