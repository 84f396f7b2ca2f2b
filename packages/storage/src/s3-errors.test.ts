import { expect, test } from 'vitest';
import { assertDeleted } from './s3-errors.ts';

const failure = (Code: string) => ({ Key: 'ab/cd', Code, Message: 'not deleted' });

test('accepts a response without failures, or whose only failures are missing objects', () => {
  assertDeleted([]);
  assertDeleted([failure('NoSuchKey')]);
});

test.each([
  ['AccessDenied', 'denied'],
  ['SlowDown', 'unavailable'],
])('rejects a response that reports a failed deletion with %s', (code, expected) => {
  const thrown = expect.objectContaining({ name: 'StorageError', code: expected });
  expect(() => assertDeleted([failure('NoSuchKey'), failure(code)])).toThrow(thrown);
});
