import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { generateApiKey, parseApiKey } from './api-key-text.ts';

describe('an API key', () => {
  test('has a label, 256 random bits and a checksum', () => {
    const keys = Array.from({ length: 1_000 }, () => generateApiKey());
    for (const { key, prefix, hash } of keys) {
      expect(key).toMatch(/^sc_[0-9A-Za-z]{49}$/);
      expect(prefix).toBe(key.slice(0, 11));
      expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
      expect(parseApiKey(key)).toEqual({ prefix, hash });
    }
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
    // All base62 digits are used.
    expect(new Set(keys.map(({ key }) => key.slice(4, 46)).join('')).size).toBe(62);
  });

  test('has a checksum that does not change between versions', () => {
    expect(parseApiKey(`sc_${'0'.repeat(43)}2CZclj`)).not.toBeNull();
  });

  test('is rejected if any character is changed', () => {
    const { key } = generateApiKey();
    for (let index = 3; index < key.length; index += 1) {
      const changed = `${key.slice(0, index)}${key[index] === 'x' ? 'y' : 'x'}${key.slice(index + 1)}`;
      expect(parseApiKey(changed), changed).toBeNull();
    }
  });

  test.each(['', 'sc_', 'Bearer', `sk_${'0'.repeat(49)}`, `sc_${'0'.repeat(49)}\n`, `sc_${'-'.repeat(49)}`])(
    'is not %j',
    (text) => {
      expect(parseApiKey(text)).toBeNull();
    },
  );
});
