import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, png, type TestApi } from '../test-api.fixture.ts';

const schedulesPath = '/api/v1/schedules';
let api: TestApi;
let documents: string[];
let image: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.createSchedule([{ url: 'https://example.com/' }]);
  const screenshot = await api.createScreenshot();
  await api.work();
  documents = [
    schedulesPath,
    `${schedulesPath}/${id}`,
    `${schedulesPath}/${id}/executions`,
    `/api/v1/screenshots/${screenshot.id}`,
    '/api/v1/activity/screenshots?size=1',
    '/openapi.json',
  ];
  image = `/api/v1/screenshots/${screenshot.id}/image`;
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

/** Sends the request over a raw socket, which reveals a wrong Content-Length. */
async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const { port } = api.app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: Record<string, unknown>;
    body: Buffer;
  }>();
  request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
      reject,
    );
  })
    .on('error', reject)
    .end();
  return promise;
}

const lasting = ({
  date,
  'x-request-id': _id,
  'server-timing': _timing,
  connection,
  'keep-alive': _alive,
  ...kept
}: Record<string, unknown>) => kept;

describe('a resource', () => {
  test('has an ETag, and a request with this ETag receives 304', async () => {
    for (const path of documents) {
      const first = await ask('GET', path);
      expect(first.status, path).toBe(200);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      expect(first.headers.vary).toBe(path === '/openapi.json' ? 'accept-encoding' : undefined);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^"[\w-]{43}"$/);

      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await ask('GET', path, { 'if-none-match': known });
        expect(again.status, known).toBe(304);
        expect(again.body).toHaveLength(0);
        expect(again.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
        expect(again.headers).not.toHaveProperty('content-type');
        expect(again.headers).not.toHaveProperty('content-length');
      }
      expect((await ask('GET', path, { 'if-none-match': '"x"' })).body).toEqual(first.body);
    }
  });

  test('has a new ETag after a change', async () => {
    const { id } = await api.createSchedule();
    const { etag } = (await ask('GET', `${schedulesPath}/${id}`)).headers;
    await api.send('PATCH', `${schedulesPath}/${id}`, { name: 'Another' });
    const changed = await ask('GET', `${schedulesPath}/${id}`, { 'if-none-match': String(etag) });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('that does not exist has no ETag', async () => {
    const headers = { 'if-none-match': '*' };
    const response = await api.send('GET', `${schedulesPath}/99999`, undefined, headers);
    expectProblem(response, 'not_found');
    expect(response.headers.etag).toBeUndefined();
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('If-Match', () => {
  test('with the current ETag or * returns the resource', async () => {
    for (const path of [...documents, image]) {
      const first = await ask('GET', path);
      const etag = String(first.headers.etag);
      for (const wanted of [etag, `"x", ${etag}`, '*'])
        for (const method of ['GET', 'HEAD']) {
          const { status, headers } = await ask(method, path, { 'if-match': wanted });
          expect([path, wanted, status, headers.etag]).toEqual([path, wanted, 200, etag]);
        }
      const known = await ask('GET', path, { 'if-match': etag, 'if-none-match': etag });
      expect(known.status, path).toBe(304);
      // The compressed body represents the same version of the resource.
      const compressed = `${etag.slice(0, -1)}.gzip"`;
      expect((await ask('GET', path, { 'if-match': compressed })).status, path).toBe(200);
    }
  });

  test('with a different ETag or a weak ETag returns 412', async () => {
    for (const path of [...documents, image]) {
      const { etag } = (await ask('GET', path)).headers;
      for (const wanted of ['"x"', `W/${etag}`, '']) {
        const conditions = { 'if-match': wanted, 'if-none-match': String(etag), range: 'bytes=0-0' };
        const refused = await api.send('GET', path, undefined, conditions);
        expectProblem(refused, 'precondition_failed');
        expect(refused.headers, path).toMatchObject({ 'cache-control': 'no-store' });
        expect(refused.headers).not.toHaveProperty('etag');
        const head = await ask('HEAD', path, { 'if-match': wanted });
        expect([head.status, head.body.length], path).toEqual([412, 0]);
        expect(head.headers).toMatchObject({ 'content-type': 'application/problem+json' });
      }
    }
  });

  test('for a resource that does not exist returns 404', async () => {
    const missing = await api.send('GET', `${schedulesPath}/99999`, undefined, { 'if-match': '"x"' });
    expectProblem(missing, 'not_found');
  });
});

test('a request for an image with its ETag receives 304', async () => {
  const { etag } = (await ask('GET', image)).headers;
  const again = await ask('GET', image, { 'if-none-match': `"x", W/${etag}` });
  expect(again).toMatchObject({ status: 304, headers: { etag } });
  expect(again.headers).not.toHaveProperty('content-length');
});

test('HEAD returns the headers of GET, including Content-Length, without a body', async () => {
  for (const path of [...documents, image, '/health/live', '/docs', '/problems/conflict', '/demo/clock']) {
    const get = await ask('GET', path);
    const head = await ask('HEAD', path);
    expect(head.status, path).toBe(200);
    expect(lasting(head.headers), path).toEqual(lasting(get.headers));
    expect(head.headers['content-length']).toBe(String(get.body.length));
    expect(head.body).toHaveLength(0);
  }
  expect((await ask('HEAD', image)).headers['content-length']).toBe(String(png.length));
});

test('HEAD returns 304 for a known resource, and an error without a body for a missing one', async () => {
  for (const path of [...documents, image]) {
    const { etag } = (await ask('GET', path)).headers;
    const known = await ask('HEAD', path, { 'if-none-match': String(etag) });
    expect(known.status, path).toBe(304);
    expect(known.headers).not.toHaveProperty('content-length');
  }
  const missing = await ask('HEAD', '/api/v1/screenshots/99999/image');
  expect(missing.status).toBe(404);
  expect(missing.headers['content-type']).toBe('application/problem+json');
  expect(missing.body).toHaveLength(0);
});

test('every path that supports GET supports HEAD', () => {
  const lines = api.app.printRoutes({ commonPrefix: false }).split('\n');
  const methods = lines
    .flatMap((line) => /\(([A-Z, ]+)\)$/.exec(line)?.[1] ?? [])
    .map((text) => text.split(', '));
  expect(methods.length).toBeGreaterThan(10);
  for (const known of methods) expect(known.includes('HEAD')).toBe(known.includes('GET'));
});
