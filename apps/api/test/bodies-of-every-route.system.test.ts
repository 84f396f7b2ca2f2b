import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Problem } from '@shotclock/contracts';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestResponse } from '../src/test-api.fixture.ts';
import {
  type DocumentedRoute,
  documentedRoutes,
  pathOf,
  placesOf,
  sampleOf,
  typeOf,
  withAt,
} from './documented-routes.fixture.ts';

const api = await createTestApi();
await api.app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => api.close());

const routes = documentedRoutes(api.app);
const writeRoutes = routes.filter(({ method }) => method !== 'GET');
const json = 'application/json';
const bodyLimit = 1_024 * 1_024;

async function send(
  route: DocumentedRoute,
  payload: string | Buffer | undefined,
  type: string | null = json,
): Promise<TestResponse<unknown>> {
  const response = await api.app.inject({
    method: route.method,
    url: pathOf(route),
    headers: { ...(type === null ? {} : { 'content-type': type }), prefer: 'respond-async' },
    ...(payload === undefined ? {} : { payload: payload as InjectOptions['payload'] & string }),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : response.payload,
    bytes: response.rawPayload,
  };
}

const errorsOf = (response: TestResponse<unknown>) =>
  expectProblem(response, 'validation_failed').errors?.map(({ path, code }) => `${path} ${code}`);

/** Sends these headers and bytes over a socket and parses the response. */
async function exchange(
  route: DocumentedRoute,
  headers: string[],
  body: string | Buffer,
): Promise<TestResponse<unknown>> {
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
  const lines = [
    `${route.method} ${pathOf(route)} HTTP/1.1`,
    'Host: localhost',
    `Content-Type: ${json}`,
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (body.length > 0) socket.write(body);
  const [head, content] = (await text(socket)).split('\r\n\r\n');
  const [status, ...fields] = head!.split('\r\n');
  return {
    status: Number(status!.split(' ')[1]),
    headers: Object.fromEntries(
      fields.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    ),
    body: JSON.parse(content!),
    bytes: Buffer.from(content!),
  };
}

describe.each(writeRoutes)('$name', (route) => {
  test('accepts only JSON', async () => {
    const types = [
      ...[
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ],
      ...[
        'nonsense',
        'application/jsonx',
        'application/json; charset=utf-16',
        'application/json;charset="latin1"',
      ],
    ];
    for (const type of [...types, null])
      expect(expectProblem(await send(route, '{}', type), 'unsupported_media_type').status, `${type}`).toBe(
        415,
      );
    for (const type of ['application/json; charset=UTF-8', 'Application/JSON'])
      expect((await send(route, '{"surprise":1}', type)).status, type).toBe(400);
  });

  test('rejects bodies that are not JSON in UTF-8', async () => {
    const broken = [
      '{',
      '{"a":',
      '{"a":1',
      '{"a":1,}',
      '[1',
      '{"a":1}}',
      "{'a':1}",
      'nul',
      '\u0000',
      '\ufeff',
      '"\n"',
    ];
    for (const body of broken) expectProblem(await send(route, body), 'malformed_json');
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0xff, 0xfe, 0x7b, 0, 0x7d, 0],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ])
      expectProblem(await send(route, Buffer.from(bytes)), 'malformed_json');
    expectProblem(await send(route, '['.repeat(4_000)), 'malformed_json');
  });
});

// These tests run concurrently, because the API waits 2 s for the rest of each body.
describe('a body that declares a length above the limit', () => {
  test.concurrent.each(writeRoutes)('is rejected by $name', async (route) => {
    const announced = await exchange(route, [`Content-Length: ${bodyLimit + 1}`], '');
    expectProblem(announced, 'payload_too_large');
  });
});

// These tests run sequentially, because the client must send the whole body within the 2 s during which the API reads the
// rest of it.
describe('a body that exceeds the limit without declaring its length', () => {
  // Larger than the socket buffers, so that the client is still writing when the API rejects the body.
  const bytes = 6 * bodyLimit;
  const chunk = Buffer.alloc(bytes, ' ');
  const body = Buffer.concat([Buffer.from(`${bytes.toString(16)}\r\n`), chunk, Buffer.from('\r\n0\r\n\r\n')]);
  const oneOfEachMethod = [...new Map(writeRoutes.map((route) => [route.method, route])).values()];
  test.each(oneOfEachMethod)('is rejected by $name', async (route) => {
    expectProblem(await exchange(route, ['Transfer-Encoding: chunked'], body), 'payload_too_large');
  });
});

describe.each(writeRoutes.filter(({ body }) => body === null))('$name', (route) => {
  test('accepts only an empty body', async () => {
    for (const body of ['{"a":1}', '[1]', '"x"', '5', 'true', 'false', '""'])
      expect(errorsOf(await send(route, body)), body).toEqual([' unexpected_body']);
    for (const body of [undefined, '', '{}', 'null', '\ufeff{}']) {
      const response = await send(route, body);
      if (response.status >= 400)
        expect(['not_found', 'conflict']).toContain((response.body as Problem).code);
    }
  });
});

describe.each(writeRoutes.filter(({ body }) => body !== null))('$name', (route) => {
  const full = route.body && sampleOf(route.body, true);

  test('rejects a missing body and a body of a different type', async () => {
    for (const body of [undefined, '']) expect(errorsOf(await send(route, body))).toEqual([' required']);
    const other = typeOf(route.body!) === 'array' ? '{}' : '[]';
    for (const body of ['null', '\ufeffnull', '5', '"x"', 'true', other])
      expect(errorsOf(await send(route, body)), body).toEqual([' invalid_type']);
  });

  test('rejects unknown fields at every depth and reports their pointers', async () => {
    const objects = placesOf(route.body!).filter(({ schema }) => schema.properties);
    for (const { pointer } of objects)
      for (const [name, token] of [
        ['surprise', 'surprise'],
        ['a~b/c', 'a~0b~1c'],
        ['', ''],
      ] as const) {
        const sample =
          pointer === '' && name === '' ? { ...(full as object), '': 1 } : withField(full, pointer, name);
        expect(errorsOf(await send(route, JSON.stringify(sample))), pointer).toContain(
          `${pointer}/${token} unknown_field`,
        );
      }
  });

  test('rejects a wrong type in every field and reports its pointer', async () => {
    for (const { pointer, schema } of placesOf(route.body!)) {
      const wrong = typeOf(schema) === 'array' ? {} : [];
      const response = await send(route, JSON.stringify(withAt(full, pointer, wrong)));
      expect(errorsOf(response), pointer).toContain(`${pointer} invalid_type`);
    }
  });

  test('does not coerce values', async () => {
    const numbers = placesOf(route.body!).filter(({ schema }) =>
      /integer|number|boolean/.test(typeOf(schema)),
    );
    for (const { pointer } of numbers)
      expect(errorsOf(await send(route, JSON.stringify(withAt(full, pointer, '1')))), pointer).toContain(
        `${pointer} invalid_type`,
      );
  });

  test('rejects U+0000 and an unpaired surrogate in every string', async () => {
    for (const { pointer } of placesOf(route.body!).filter(({ schema }) => typeOf(schema) === 'string'))
      for (const bad of ['a\0b', 'a\ud800b']) {
        const problem = (await send(route, JSON.stringify(withAt(full, pointer, bad)))).body as Problem;
        expect(
          problem.errors?.map(({ path }) => path),
          pointer,
        ).toContain(pointer);
      }
  });
});

function withField(value: unknown, pointer: string, name: string): unknown {
  const copy = structuredClone(value);
  const holder = pointer
    .split('/')
    .slice(1)
    .reduce((at, token) => (at as Record<string, unknown>)[token], copy);
  (holder as Record<string, unknown>)[name] = 1;
  return copy;
}

test('the body of a GET request is ignored', async () => {
  for (const body of ['{"a":1}', '{']) {
    const response = await api.send('GET', '/api/v1/schedules', body);
    expect(response.status).toBe(200);
  }
});
