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
])('rejects a response that lists an object that could not be deleted because of %s', (code, expected) => {
  const thrown = expect.objectContaining({ name: 'StorageError', code: expected });
  expect(() => assertDeleted([failure('NoSuchKey'), failure(code)])).toThrow(thrown);
});
