import { Nullable, StringEnum } from '@shotclock/contracts';
import { type TSchema, Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSchema } from './compile-schema.ts';

const write = (schema: TSchema, value: unknown) => compileSchema(schema).write(value);

describe('a value is written as JSON.stringify writes it', () => {
  test('if it is a string', () => {
    const { write } = compileSchema(Type.String());
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => write(text) === JSON.stringify(text)));
    for (const text of ['"', '\\', '\n', '\u0000', '\u001f', '\u007f', '\u2028', '\ud800', 'é', '😀'])
      expect(write(text)).toBe(JSON.stringify(text));
  });

  test('if it is a number', () => {
    const { write } = compileSchema(Type.Number());
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(doubles, (number) => write(number) === JSON.stringify(number)));
  });

  const Item = Type.Object({ id: Type.Integer(), name: Nullable(Type.String()) });
  const Page = Type.Object({
    content: Type.Array(Item),
    first: Type.Optional(Item),
    results: Type.Optional(Type.Record(Type.String(), StringEnum(['ok', 'failed']))),
    changed: Nullable(Type.Boolean()),
  });
  test.each([
    { content: [], changed: null },
    { content: [{ id: 1, name: null }], first: { id: 2, name: '"' }, changed: false },
    {
      content: [
        { id: 1, name: '' },
        { id: 2, name: 'b' },
      ],
      results: { a: 'ok', '"': 'failed' },
      changed: true,
    },
  ])('if it is an object: %j', (value) => expect(write(Page, value)).toBe(JSON.stringify(value)));
});

test.each<[TSchema, unknown, string]>([
  [Type.String(), null, '/ must be a string'],
  [Type.Integer(), 1.5, '/ must be an integer'],
  [Type.Number(), Number.NaN, '/ must be a number'],
  [Type.Boolean(), 1, '/ must be a boolean'],
  [Type.Null(), undefined, '/ must be null'],
  [Nullable(Type.String()), undefined, '/ must be a string'],
  [Nullable(StringEnum(['a'])), 'b', '/ must be one of "a", null'],
  [Type.String({ format: 'date-time' }), '2026-11-21', '/ must be a time in ISO-8601'],
  [Type.Array(Type.String()), ['a', 1], '/* must be a string'],
  [Type.Array(Type.String()), {}, '/ must be an array'],
  [Type.Object({ a: Type.String() }), [], '/ must be an object'],
  [Type.Object({ a: Type.String() }), {}, '/a must be present'],
  [Type.Object({ a: Type.String() }), { a: '', b: 1 }, '/b must be absent'],
  [
    Type.Object({ a: Type.String(), b: Type.Optional(Type.String()) }),
    { a: '', b: 1 },
    '/b must be a string',
  ],
  [Type.Object({ a: Type.Array(Type.Object({ b: Type.String() })) }), { a: [{}] }, '/a/*/b must be present'],
])('%j refuses %j: %s', (schema, value, message) => {
  expect(() => write(schema, value)).toThrow(message);
});

test('the pieces of a long list are its JSON', () => {
  const { pieces } = compileSchema(Type.Object({ id: Type.Integer(), content: Type.Array(Type.String()) }));
  const value = { id: 1, content: Array.from({ length: 20_000 }, (_, n) => `element ${n}`) };
  const parts: string[] = [];
  const all = pieces!(value, '');
  let next = all.next();
  for (; !next.done; next = all.next()) parts.push(next.value);
  expect([...parts, next.value].join('')).toBe(JSON.stringify(value));
  expect(parts.length).toBeGreaterThan(2);
});

test('a schema of another kind is refused when it is compiled', () => {
  expect(() => compileSchema(Type.Object({ id: Type.Integer(), any: Type.Unknown() }))).toThrow('/any');
});
