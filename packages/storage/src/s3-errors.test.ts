import { expect, test } from 'vitest';
import { assertDeleted } from './s3-errors.ts';

const failure = (Code: string) => ({ Key: 'ab/cd', Code, Message: 'not deleted' });

test('accepts a response that lists no failures or only missing objects', () => {
  assertDeleted([]);
  assertDeleted([failure('NoSuchKey')]);
});

test.each([
  ['AccessDenied', 'denied'],
  ['SlowDown', 'unavailable'],
])('an object that could not be deleted because of %s is an error', (code, expected) => {
  const thrown = expect.objectContaining({ name: 'StorageError', code: expected });
  expect(() => assertDeleted([failure('NoSuchKey'), failure(code)])).toThrow(thrown);
});
