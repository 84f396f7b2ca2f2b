import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Problem, problemCatalogue } from '@shotclock/contracts';
import { openDatabase } from '@shotclock/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = '/api/v1/schedules';
const json = { 'content-type': 'application/json' };

describe('problems', () => {
  test.each(Object.keys(problemCatalogue))('has a page that explains %s', async (code) => {
    const answer = await api.send<string>('GET', `/problems/${code}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain(problemCatalogue[code as keyof typeof problemCatalogue].title);
  });

  test('has no page for a code that does not exist', async () => {
    expectProblem(await api.send('GET', '/problems/toString'), 'not_found');
  });

  test.each(['/nothing', '/api/v1', '/api/v1/schedules/1/items/2/3', '/API/v1/schedules', '//'])(
    'answers 404 at %s, whatever the method and the body',
    async (nowhere) => {
      expectProblem(await api.send('GET', nowhere), 'not_found');
      expectProblem(await api.send('POST', nowhere, '<a/>', { 'content-type': 'text/xml' }), 'not_found');
    },
  );

  test.each([
    ['PUT', path, 'GET, HEAD, POST'],
    ['DELETE', path, 'GET, HEAD, POST'],
    ['OPTIONS', path, 'GET, HEAD, POST'],
    ['POST', `${path}/1`, 'DELETE, GET, HEAD, PATCH'],
    ['GET', `${path}/1/run`, 'POST'],
    ['PATCH', '/api/v1/activity/screenshots', 'GET, HEAD'],
  ] as const)('answers 405 to %s %s and lists what is allowed', async (method, url, allowed) => {
    const answer = await api.send(method, url);
    expectProblem(answer, 'method_not_allowed');
    expect(answer.headers.allow).toBe(allowed);
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('answers 415 to a body of type %s', async (type) => {
    const answer = await api.send('POST', path, '{}', { 'content-type': type });
    expect(expectProblem(answer, 'unsupported_media_type').detail).toContain('application/json');
  });

  test.each(['{', '{"a":1,}', "{'a':1}", '{"a":1} x', '\ufeff[', 'undefined'])(
    'answers 400 to the malformed JSON %j',
    async (body) => {
      expectProblem(await api.send('POST', path, body), 'malformed_json');
    },
  );

  test('answers 400 to JSON that is not UTF-8', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: path,
      headers: json,
      payload: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect(answer.json<Problem>().code).toBe('malformed_json');
  });

  test('answers 413 to a body that is too large', async () => {
    expectProblem(await api.send('POST', path, `"${'x'.repeat(1_100_000)}"`), 'payload_too_large');
  });

  test('answers 400 to a path that is not well-formed', async () => {
    expectProblem(await api.send('GET', '/api/v1/schedules/%zz'), 'validation_failed');
  });

  test('names at most 1,000 errors, and counts them all', async () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    const problem = expectProblem(await api.send('PATCH', `${path}/1`, body), 'validation_failed');
    expect(problem.errors).toHaveLength(1_000);
    expect(problem.detail).toBe('The request has 5000 validation errors.');
  });

  test("keeps the sender's request id when it is a plain word, and makes one otherwise", async () => {
    const given = await api.send('GET', '/nothing', undefined, { 'x-request-id': 'trace-7' });
    expect(expectProblem(given, 'not_found').requestId).toBe('trace-7');
    const strange = await api.send('GET', '/nothing', undefined, { 'x-request-id': 'a"b<c>' });
    expect(expectProblem(strange, 'not_found').requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('over a socket', () => {
  test('bytes that are no HTTP are answered with a problem', async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.end('NONSENSE\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 'validation_failed' });
  });

  test('a request line or headers without end are answered with a problem', async () => {
    const { port } = api.app.server.address() as AddressInfo;
    const long = 'x'.repeat(20_000);
    for (const head of [`GET ${path}?${long} HTTP/1.1\r\n`, `GET ${path} HTTP/1.1\r\nX-Long: ${long}\r\n`]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head}Host: localhost\r\n\r\n`);
      const answer = await text(socket);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
        status: 400,
        code: 'validation_failed',
        detail: 'The request line and the headers have more than 16 KiB.',
      });
    }
  });

  test('a method that nobody knows is answered 405', async () => {
    const { port } = api.app.server.address() as AddressInfo;
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      allow: string | undefined;
    }>();
    request({ port, host: '127.0.0.1', path, method: 'PROPFIND' }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode!, allow: answer.headers.allow });
    })
      .on('error', reject)
      .end();
    expect(await promise).toEqual({ status: 405, allow: 'GET, HEAD, POST' });
  });
});

test('a database that is away is unavailable, and nothing of it is told', async () => {
  const db = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', name: 'away' });
  const away = await createTestApi({ coreContext: async () => ({ ...api.context, db }) });
  try {
    const answer = await away.send('GET', path);
    const problem = expectProblem(answer, 'unavailable');
    expect(JSON.stringify(problem)).not.toMatch(/postgres|select|ECONN/i);
    expect(answer.headers['retry-after']).toBe('5');
  } finally {
    await db.close();
    await away.close();
  }
});
