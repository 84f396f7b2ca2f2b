import { expect, test } from 'vitest';
import { objectKey } from './object-key.ts';

test('objectKey puts two levels of folders before the hash', () => {
  const sha256 = `abcd${'0'.repeat(60)}`;
  expect(objectKey(sha256)).toBe(`ab/cd/${sha256}`);
});

test.each(['', 'abcd', 'A'.repeat(64), 'g'.repeat(64), `${'a'.repeat(64)}\n`])(
  'objectKey refuses %j, which is not a SHA-256',
  (text) => {
    expect(() => objectKey(text)).toThrow(
      expect.objectContaining({ name: 'StorageError', code: 'invalid_key' }),
    );
  },
);
