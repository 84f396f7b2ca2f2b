import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Problem, problemCatalogue } from '@shotclock/contracts';
import { openDatabase } from '@shotclock/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = '/api/v1/schedules';
const json = { 'content-type': 'application/json' };

describe('problems', () => {
  test.each(Object.keys(problemCatalogue))('include a page that explains %s', async (code) => {
    const response = await api.send<string>('GET', `/problems/${code}`);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain(problemCatalogue[code as keyof typeof problemCatalogue].title);
  });

  test('include no page for an unknown code', async () => {
    expectProblem(await api.send('GET', '/problems/toString'), 'not_found');
  });

  test.each(['/nothing', '/api/v1', '/api/v1/schedules/1/items/2/3', '/API/v1/schedules', '//'])(
    'are 404 at %s for any method and body',
    async (nowhere) => {
      expectProblem(await api.send('GET', nowhere), 'not_found');
      expectProblem(await api.send('POST', nowhere, '<a/>', { 'content-type': 'text/xml' }), 'not_found');
      expectProblem(await api.send('OPTIONS', nowhere), 'not_found');
    },
  );

  test.each([
    ['PUT', path, 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', path, 'GET, HEAD, OPTIONS, POST'],
    ['POST', `${path}/1`, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['GET', `${path}/1/run`, 'OPTIONS, POST'],
    ['PATCH', '/api/v1/activity/screenshots', 'GET, HEAD, OPTIONS'],
  ] as const)('are 405 for %s %s, with the supported methods in Allow', async (method, url, allowed) => {
    const response = await api.send(method, url);
    expectProblem(response, 'method_not_allowed');
    expect(response.headers.allow).toBe(allowed);
  });

  test('list the merge-patch media types in Accept-Patch', async () => {
    const types = 'application/json, application/merge-patch+json';
    const refused = await api.send('PATCH', `${path}/1`, '{}', { 'content-type': 'text/plain' });
    expectProblem(refused, 'unsupported_media_type');
    expect(refused.headers).toMatchObject({ 'accept-patch': types });
    expect(refused.headers).not.toHaveProperty('accept-post');
    const posted = await api.send('POST', path, '{}', { 'content-type': 'application/merge-patch+json' });
    expectProblem(posted, 'unsupported_media_type');
    expect(posted.headers).toMatchObject({ 'accept-post': 'application/json' });
    expect((await api.send('OPTIONS', `${path}/1`)).headers).toMatchObject({ 'accept-patch': types });
    expect((await api.send('OPTIONS', path)).headers).not.toHaveProperty('accept-patch');
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('are 415 for a body of type %s', async (type) => {
    const response = await api.send('POST', path, '{}', { 'content-type': type });
    expect(expectProblem(response, 'unsupported_media_type').detail).toContain('application/json');
    expect(response.headers).toMatchObject({ 'accept-post': 'application/json' });
    expect(response.headers).not.toHaveProperty('accept-encoding');
  });

  test.each(['{', '{"a":1,}', "{'a':1}", '{"a":1} x', '\ufeff[', 'undefined'])(
    'are 400 for the malformed JSON %j',
    async (body) => {
      expectProblem(await api.send('POST', path, body), 'malformed_json');
    },
  );

  test('are 400 for JSON that is not UTF-8', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: path,
      headers: json,
      payload: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect(response.json<Problem>().code).toBe('malformed_json');
  });

  test('are 413 for a body that is too large', async () => {
    const response = await api.send('POST', path, `"${'x'.repeat(1_100_000)}"`);
    expect(expectProblem(response, 'payload_too_large').detail).toContain('larger than 1024 KiB');
  });

  test('are 400 for a path that is not well-formed', async () => {
    expectProblem(await api.send('GET', '/api/v1/schedules/%zz'), 'validation_failed');
  });

  test('list at most 1,000 errors', async () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
    const named = '/f0 is not a known field; /f1 is not a known field; /f2 is not a known field';
    for (const [count, others] of [
      [1_000, '997 other errors'],
      [1_001, 'more than 997 other errors'],
      [9_000, 'more than 997 other errors'],
    ] as const) {
      const response = await api.send('PATCH', `${path}/1`, unknown(count));
      const problem = expectProblem(response, 'validation_failed');
      expect(problem.errors).toHaveLength(1_000);
      expect(problem.detail).toBe(`${named}; ${others}.`);
    }
  });

  test('are 413 for a body with far more values than a valid body has', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [index.toString(36), 1]));
    for (const body of [fields, { name: fields }, Array(100_000).fill([]), '[{"a":'.repeat(50_000)]) {
      const problem = expectProblem(await api.send('POST', path, body), 'payload_too_large');
      expect(problem.detail).toContain('more than 10000 values');
    }
  });

  test('are 400 for a query with more than 100 parameters', async () => {
    for (const parameter of ['&a', '&page=1', '&%ff']) {
      const response = await api.send('GET', `${path}?size=1${parameter.repeat(100)}`);
      expect(expectProblem(response, 'validation_failed').detail).toContain('more than 100 parameters');
    }
  });

  test("contain the client's request ID if it is a plain word, otherwise a new ID", async () => {
    const given = await api.send('GET', '/nothing', undefined, { 'x-request-id': 'trace-7' });
    expect(expectProblem(given, 'not_found').requestId).toBe('trace-7');
    const strange = await api.send('GET', '/nothing', undefined, { 'x-request-id': 'a"b<c>' });
    expect(expectProblem(strange, 'not_found').requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('over a socket', () => {
  let port: number;
  beforeAll(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    port = (api.app.server.address() as AddressInfo).port;
  });

  test('a method that the path does not support returns 405', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      allow: string | undefined;
    }>();
    request({ port, host: '127.0.0.1', path, method: 'PROPFIND' }, (response) => {
      response.resume();
      resolve({ status: response.statusCode!, allow: response.headers.allow });
    })
      .on('error', reject)
      .end();
    expect(await promise).toEqual({ status: 405, allow: 'GET, HEAD, OPTIONS, POST' });
  });
});

test('an unavailable database returns 503 without internal details', async () => {
  const db = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', name: 'unavailable' });
  const unavailable = await createTestApi({ coreContext: () => ({ ...api.context, db }) });
  try {
    const response = await unavailable.send('GET', path);
    const problem = expectProblem(response, 'unavailable');
    expect(JSON.stringify(problem)).not.toMatch(/postgres|select|ECONN/i);
    expect(response.headers['retry-after']).toBe('5');
  } finally {
    await db.close();
    await unavailable.close();
  }
});
