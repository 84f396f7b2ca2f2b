import type { Problem } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textOf } from '../src/openapi/committed-copy.ts';
import { describeApi } from '../src/openapi/describe-api.ts';
import type { OpenapiDocument, Schema } from '../src/openapi/openapi-document.ts';
import { dereference } from '../src/openapi/read-document.fixture.ts';
import { createTestApi, expectProblem, type TestApi } from '../src/test-api.fixture.ts';

let api: TestApi;
let document: OpenapiDocument;
beforeAll(async () => {
  api = await createTestApi();
  document = JSON.parse(textOf(await describeApi()));
  await api.createSchedule([{ url: 'https://example.com/' }]);
});
afterAll(() => api.close());

const hostile = ['a\0b', '\0', '\ud800', 'a\udc00b', '\udfff\ud800'];

type Place = { pointer: string; body: unknown };

const resolved = <T extends object>(part: T): T => dereference(document, part);
const token = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** One body for each string in the schema, with `text` in place of that string. The other fields come from `example`. */
function bodiesWithString(schema: Schema, example: unknown, text: string, pointer = ''): Place[] {
  const { type, properties = {}, items, anyOf = [] } = resolved(schema);
  const nested = anyOf.flatMap((one) => bodiesWithString(one, example, text, pointer));
  if ([type].flat().includes('string')) return [{ pointer, body: text }];
  if (items) {
    const [first] = Array.isArray(example) ? example : [undefined];
    const inside = bodiesWithString(items, first, text, `${pointer}/0`);
    return [...nested, ...inside.map((place) => ({ ...place, body: [place.body] }))];
  }
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const given = (example ?? {}) as Record<string, unknown>;
    const inside = bodiesWithString(field, given[name], text, `${pointer}/${token(name)}`);
    return inside.map((place) => ({ ...place, body: { ...given, [name]: place.body } }));
  });
  return [...nested, ...fields];
}

/** One body for each object in the schema, with an additional field called `name`. */
function bodiesWithName(schema: Schema, example: unknown, name: string, pointer = ''): Place[] {
  const { type, properties = {}, items, anyOf = [] } = resolved(schema);
  const nested = anyOf.flatMap((one) => bodiesWithName(one, example, name, pointer));
  if (items) {
    const [first] = Array.isArray(example) ? example : [undefined];
    const inside = bodiesWithName(items, first, name, `${pointer}/0`);
    return [...nested, ...inside.map((place) => ({ ...place, body: [place.body] }))];
  }
  if (![type].flat().includes('object')) return nested;
  const given = (example ?? {}) as Record<string, unknown>;
  const fields = Object.entries(properties).flatMap(([field, below]) => {
    const inside = bodiesWithName(below, given[field], name, `${pointer}/${token(field)}`);
    return inside.map((place) => ({ ...place, body: { ...given, [field]: place.body } }));
  });
  return [...nested, { pointer: `${pointer}/${token(name)}`, body: { ...given, [name]: 1 } }, ...fields];
}

type Target = {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  schema: Schema | undefined;
  queries: string[];
};

function targets(): Target[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
      method: method.toUpperCase() as Target['method'],
      url: path.replaceAll(/\{\w+\}/g, '1'),
      schema: requestBody?.content['application/json']?.schema,
      queries: parameters
        .map((one) => resolved(one))
        .filter((one) => one.in === 'query')
        .map(({ name }) => name),
    })),
  );
}

/** Sends the bodies and returns those whose response does not report the hostile text. */
async function unreported({ method, url }: Target, places: Place[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { pointer, body } of places) {
    const response = await api.send<Problem>(method, url, body);
    const isReported = response.body.errors?.some(({ path }) => path === pointer);
    if (response.status !== 400 || !isReported) wrong.push(`${response.status} ${method} ${url} ${pointer}`);
  }
  return wrong;
}

describe.each(hostile)('the text %j', (text) => {
  test('is reported in every string of every body', async () => {
    const withBody = targets().filter(({ schema }) => schema);
    expect(withBody.length).toBeGreaterThan(7);
    const wrong = withBody.map((target) =>
      unreported(target, bodiesWithString(target.schema!, resolved(target.schema!).examples?.[0], text)),
    );
    expect((await Promise.all(wrong)).flat()).toEqual([]);
  });

  test('is reported as a field name in every object', async () => {
    const withBody = targets().filter(({ schema }) => schema);
    const wrong = withBody.map((target) =>
      unreported(target, bodiesWithName(target.schema!, resolved(target.schema!).examples?.[0], text)),
    );
    expect((await Promise.all(wrong)).flat()).toEqual([]);
  });
});

describe('a query', () => {
  test.each(['%00', 'a%00b', '%ed%a0%80', 'a%ed%b0%80b', '%f4%90%80%80', '%c0%80', '%ff', '%zz', '%'])(
    'is rejected, and the error refers to the parameter whose value is %s',
    async (value) => {
      for (const { method, url, queries } of targets())
        for (const name of queries) {
          const response = await api.send<Problem>(method, `${url}?${name}=${value}`);
          expectProblem(response, 'validation_failed');
          expect(
            response.body.errors?.map(({ path }) => path),
            `${method} ${url}`,
          ).toContain(`/${name}`);
        }
    },
  );

  test.each(['%00', 'pa%00ge', '%ed%a0%80', '%zz', '__proto__'])(
    'is rejected if it contains the unknown name %s',
    async (name) => {
      const response = await api.send<Problem>('GET', `/api/v1/schedules?${name}=1`);
      expectProblem(response, 'validation_failed');
      expect(response.body.errors).toHaveLength(1);
    },
  );

  test('value longer than 8,192 characters is rejected, and the error refers to its parameter', async () => {
    const long = { digits: '1'.repeat(9_000), letters: 'T'.repeat(9_000) };
    for (const { method, url, queries } of targets())
      for (const name of [...queries, 'unknown'])
        for (const value of Object.values(long)) {
          const response = await api.send<Problem>(method, `${url}?${name}=${value}`);
          expectProblem(response, 'validation_failed');
          expect(
            response.body.errors?.map(({ path }) => path),
            `${method} ${url}`,
          ).toContain(`/${name}`);
        }
  });

  test.each(['9007199254740993', '9'.repeat(19), '9'.repeat(300), '9'.repeat(400)])(
    'may filter by the ID %s, which does not exist',
    async (id) => {
      // An event ID is text, and the response is a stream.
      for (const { method, url, queries } of targets())
        for (const name of queries.filter((one) => /Id$/.test(one) && one !== 'lastEventId')) {
          const { status } = await api.send(method, `${url}?${name}=${id}`);
          expect([200, 404], `${method} ${url}`).toContain(status);
        }
    },
  );
});

test('a deeply nested body is rejected', async () => {
  const send = (body: string) => api.send('POST', '/api/v1/schedules', body);
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const bodies = (value: string) => [
    value,
    `{"name":${value}}`,
    `{"items":${value}}`,
    `{"policy":{"timezone":${value}}}`,
  ];
  for (const body of ['[', '{"a":', '[{"items":['].map((open) => open.repeat(3_000)))
    expectProblem(await send(body), 'malformed_json');
  for (const body of bodies(nested(9_000))) expectProblem(await send(body), 'validation_failed');
  for (const body of bodies(nested(100_000))) expectProblem(await send(body), 'payload_too_large');
  expectProblem(await api.send('POST', '/api/v1/schedules/1/items', nested(9_000)), 'validation_failed');
});
