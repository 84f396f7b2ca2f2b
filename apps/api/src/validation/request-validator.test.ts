import { Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import type { RequestContext } from '../request-context.ts';
import { createAjv } from './create-ajv.ts';
import { requestValidator } from './request-validator.ts';

const ajv = createAjv({ allErrors: true, verbose: true, useDefaults: true });
const body = Type.Object(
  {
    name: Type.String({ maxLength: 10, pattern: '^[a-z]*[a-z]*[a-z]*$' }),
    list: Type.Optional(Type.Array(Type.Integer(), { maxItems: 3 })),
  },
  { additionalProperties: false },
);
/** The rules in these tests do not use the context. */
const ctx = {} as RequestContext;
const validate = requestValidator(ajv, { body }, []);
const errorsOf = async (value: unknown) =>
  (await validate({ params: {}, query: {}, body: value }, ctx)).errors.map(
    ({ path, code }) => `${path} ${code}`,
  );

test('a deeply nested value is rejected with the path of its field', async () => {
  const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  expect(await errorsOf({ name: deep, extra: deep })).toEqual(['/name invalid_type', '/extra unknown_field']);
  expect(await errorsOf(deep)).toEqual([' invalid_type']);
  expect(await errorsOf({ name: 'a', list: [1, 2, 3, deep], extra: deep })).toEqual(['/list too_many_items']);
});

test('a string above its maximum length is not tested against its pattern', async () => {
  const before = process.cpuUsage();
  expect(await errorsOf({ name: `${'a'.repeat(1_000_000)}!` })).toEqual(['/name too_long']);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000, 'milliseconds of CPU time').toBeLessThan(1_000);
});

test('query values are converted to the types in the schema', async () => {
  const query = Type.Object(
    { n: Type.Integer(), x: Type.Number(), b: Type.Boolean(), s: Type.String() },
    { additionalProperties: false },
  );
  const read = requestValidator(ajv, { querystring: query }, []);
  const valid = await read(
    {
      params: {},
      query: { n: '-7', x: '1.5', b: 'false', s: '12' },
      body: undefined,
    },
    ctx,
  );
  expect(valid).toMatchObject({ errors: [], query: { n: -7, x: 1.5, b: false, s: '12' } });
  const invalid = await read(
    {
      params: {},
      query: { n: '1e3', x: 'NaN', b: '1', s: ['a', 'b'] },
      body: undefined,
    },
    ctx,
  );
  expect(invalid.errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
    '/n invalid_type',
    '/x invalid_type',
    '/b invalid_type',
    '/s duplicate',
  ]);
});

test('names such as __proto__ are treated like other names', async () => {
  const read = requestValidator(ajv, { querystring: Type.Object({}, { additionalProperties: false }) }, []);
  for (const name of ['__proto__', 'constructor']) {
    const query = Object.fromEntries([[name, 'x']]);
    const { errors } = await read({ params: {}, query, body: undefined }, ctx);
    expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual([`/${name} unknown_parameter`]);
  }
  expect(await errorsOf(JSON.parse('{"name":"a","__proto__":{"list":[]}}'))).toEqual([
    '/__proto__ unknown_field',
  ]);
});

test('rules receive the body without its invalid values', async () => {
  const seen: unknown[] = [];
  const ruled = requestValidator(ajv, { body }, [
    (request) => {
      seen.push(request.body);
      return [];
    },
  ]);
  await ruled({ params: {}, query: {}, body: { name: 5, list: [1, 'two', 3], extra: 1 } }, ctx);
  expect(seen).toEqual([{ list: [1, undefined, 3] }]);
});
