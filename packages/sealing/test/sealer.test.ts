import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer, UnsealError } from '../src/index.ts';

const [key, otherKey] = [randomBytes(32), randomBytes(32)];
const sealer = createSealer([key]);
const secret = 'https://hooks.example/T0/s3cr3t';
const context = 'destination:7:12';

function failureOf(unseal: () => string): UnsealError {
  try {
    unseal();
  } catch (error) {
    if (error instanceof UnsealError) return error;
    throw error;
  }
  throw new Error('the text was unsealed');
}

test('any text can be unsealed in its context, and equal texts have different sealed texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, place) => {
      const sealed = sealer.seal(text, place);
      expect(sealed).toMatch(/^1\.[0-9a-f]{8}\.[\w-]{38,}$/);
      expect(sealed).not.toBe(sealer.seal(text, place));
      expect(sealer.unseal(sealed, place)).toBe(text);
    }),
  );
});

test('a sealed text cannot be unsealed in another context', () => {
  const sealed = sealer.seal(secret, context);
  for (const other of ['destination:8:12', 'destination:7:1', '', `${context} `])
    expect(failureOf(() => sealer.unseal(sealed, other)).code).toBe('damaged');
});

test('the first key seals, all keys unseal, and a missing key is distinguished from damage', () => {
  const rotated = createSealer([otherKey, key]);
  const [before, after] = [sealer.seal(secret, context), rotated.seal(secret, context)];
  expect([before, after].map((sealed) => rotated.unseal(sealed, context))).toEqual([secret, secret]);
  expect([before, after].map(rotated.isCurrent)).toEqual([false, true]);
  expect(createSealer([otherKey]).unseal(after, context)).toBe(secret);
  expect(failureOf(() => sealer.unseal(after, context))).toMatchObject({
    code: 'unknown_key',
    message: expect.stringContaining('SECRETS_KEYS'),
  });
});

test('any change to a sealed text is detected, and errors reveal neither the texts nor the context', () => {
  const sealed = sealer.seal(secret, context);
  const changed = Array.from(sealed, (character, index) => {
    const replacement = character === 'A' ? 'B' : 'A';
    return sealed.slice(0, index) + replacement + sealed.slice(index + 1);
  });
  const others = ['', '1', 'plain text', '1.0a0a0a0a.', `${sealed}AAAA`, sealed.slice(0, -4), ` ${sealed}`];
  for (const text of [...changed, ...others]) {
    const shown = inspect(
      failureOf(() => sealer.unseal(text, context)),
      { depth: null },
    );
    for (const part of ['s3cr3t', sealed.slice(11), context]) expect(shown).not.toContain(part);
  }
});

test('a key of another length is rejected', () => {
  expect(() => createSealer([key, randomBytes(16)])).toThrow('a key must have 32 bytes');
});
