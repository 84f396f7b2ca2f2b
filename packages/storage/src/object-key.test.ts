import { expect, test } from 'vitest';
import { objectKey, parseObjectKey } from './object-key.ts';

test('objectKey puts two levels of folders before the hash', () => {
  const sha256 = `abcd${'0'.repeat(60)}`;
  expect(objectKey(sha256)).toBe(`ab/cd/${sha256}`);
});

test.each(['', 'abcd', 'A'.repeat(64), 'g'.repeat(64), `${'a'.repeat(64)}\n`])(
  'objectKey rejects %j, which is not a SHA-256',
  (text) => {
    expect(() => objectKey(text)).toThrow(
      expect.objectContaining({ name: 'StorageError', code: 'invalid_key' }),
    );
  },
);

test("parseObjectKey returns a key's hash and suffix, and null for other keys", () => {
  const sha256 = `abcd${'0'.repeat(60)}`;
  const suffix = '11111111-2222-3333-4444-555555555555';
  expect(parseObjectKey(objectKey(sha256))).toEqual({ sha256, suffix: null });
  expect(parseObjectKey(objectKey(sha256, suffix))).toEqual({ sha256, suffix });
  for (const key of ['shotclock-store', sha256, `ab/ce/${sha256}`, `ab/cd/${sha256}.txt`])
    expect(parseObjectKey(key)).toBeNull();
});
