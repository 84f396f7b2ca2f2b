import type { ContentCheck, Screenshot } from '@shotclock/contracts';
import { createS3Store } from '@shotclock/storage';
import { type S3Server, startS3Server } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, png, type TestApi } from '../../test-api.fixture.ts';

let server: S3Server;
let api: TestApi;
beforeAll(async () => {
  server = await startS3Server();
  api = await createTestApi({ delivery: 'redirect' }, createS3Store(server.options));
});
afterAll(async () => {
  await api.close();
  await server.close();
});

const everything = { url: 'https://example.com/', thumbnailWidth: 1, extractHtml: true, extractText: true };

async function captured(request: object = everything): Promise<Screenshot> {
  const screenshot = await api.createScreenshot(request);
  await api.work();
  return screenshot;
}

/** The object store's response to a client that follows the redirect. */
async function follow(headers: Record<string, unknown>, method = 'GET') {
  const response = await fetch(String(headers.location), { method, redirect: 'error' });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

test.each([
  ['image', 'image/png', 'inline; filename="screenshot-ID.png"', png],
  ['thumbnail', 'image/png', 'inline; filename="screenshot-ID-thumbnail.png"', png],
  ['text', 'text/plain; charset=utf-8', 'attachment; filename="screenshot-ID.txt"', Buffer.from('Hello')],
])(
  'the %s redirects to the object store, with the requested type and for a limited time',
  async (artifact, type, name, bytes) => {
    const { id } = await captured();
    const { status, headers } = await api.send('GET', `/api/v1/screenshots/${id}/${artifact}`);
    expect(status).toBe(302);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    const location = new URL(String(headers.location));
    expect(location.origin).toBe(server.options.endpoint);
    expect(location.searchParams.get('X-Amz-Expires')).toBe('300');
    const response = await follow(headers);
    expect(response.status).toBe(200);
    expect(response.bytes).toEqual(bytes);
    expect(response.headers).toMatchObject({
      'content-type': type,
      'content-disposition': name.replace('ID', String(id)),
      'cache-control': 'private, max-age=86400, immutable',
    });
  },
);

test('a request for the image of a failed capture is redirected to the object store', async () => {
  const { id } = await api.createScreenshot();
  const failed = Buffer.from('a JPEG');
  await api.work('No element matches #price.', { failed });
  const { status, headers } = await api.send('GET', `/api/v1/screenshots/${id}/failure-image`);
  expect(status).toBe(302);
  const response = await follow(headers);
  expect(response).toMatchObject({ status: 200, bytes: failed });
  expect(response.headers['content-disposition']).toBe(`inline; filename="screenshot-${id}-failure.jpg"`);
});

test('a page that requires Cross-Origin-Resource-Policy can follow a redirect to an image', async () => {
  const { id } = await captured();
  const image = await api.send('GET', `/api/v1/screenshots/${id}/image`);
  expect(image).toMatchObject({ status: 302, headers: { 'cross-origin-resource-policy': 'cross-origin' } });
  const text = await api.send('GET', `/api/v1/screenshots/${id}/text`);
  expect(text).toMatchObject({ status: 302, headers: { 'cross-origin-resource-policy': 'same-origin' } });
});

test('HEAD is redirected to a URL that supports HEAD', async () => {
  const { id } = await captured();
  const { status, headers, bytes } = await api.send('HEAD', `/api/v1/screenshots/${id}/image`);
  expect([status, bytes.length]).toEqual([302, 0]);
  const response = await follow(headers, 'HEAD');
  expect([response.status, response.headers['content-length']]).toEqual([200, String(png.length)]);
});

test('a client that has the image receives 304 without a redirect', async () => {
  const { id } = await captured();
  const path = `/api/v1/screenshots/${id}/image`;
  const { headers } = await api.send('GET', path);
  const again = await api.send('GET', path, undefined, { 'if-none-match': String(headers.etag) });
  expect(again.status).toBe(304);
  expect(again.headers).not.toHaveProperty('location');
});

test('untrusted HTML is streamed with the content policy and never redirected', async () => {
  const { id } = await captured();
  const { status, headers, body } = await api.send('GET', `/api/v1/screenshots/${id}/html`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain('sandbox');
  expect(body).toContain('<script>');
});

test('the object store does not serve objects as HTML without a signed URL', async () => {
  const { id } = await captured();
  const stored = await api.context.objects.list({ limit: 1_000 });
  const { headers } = await api.send('GET', `/api/v1/screenshots/${id}/text`);
  const key = new URL(String(headers.location)).pathname.slice(`/${server.options.bucket}/`.length);
  expect(stored.map((object) => object.key)).toContain(key);
  for (const object of stored) {
    const bare = await fetch(`${server.options.endpoint}/${server.options.bucket}/${object.key}`);
    await bare.body?.cancel();
    expect(bare.headers.get('content-type')).not.toMatch(/html/);
  }
});

test('a request for the diff of a check is redirected to the object store', async () => {
  const checks: ContentCheck[] = [];
  for (const picture of [png, Buffer.concat([png, Buffer.from('x')])]) {
    const response = await api.send<ContentCheck>(
      'POST',
      '/api/v1/content-changes',
      { url: everything.url },
      { prefer: 'respond-async' },
    );
    await api.work(undefined, { picture });
    checks.push(response.body);
  }
  const { status, headers } = await api.send('GET', `/api/v1/content-changes/${checks[1]!.id}/diff`);
  expect(status).toBe(302);
  expect((await follow(headers)).headers['content-type']).toBe('image/png');
});

test('a public link redirects to a URL whose content is cached no longer than a revocation may take', async () => {
  const { id } = await captured();
  const share = await api.send<{ url: string }>('POST', `/api/v1/screenshots/${id}/share`, {});
  const { status, headers } = await api.send('GET', new URL(share.body.url).pathname);
  expect([status, headers['cache-control']]).toEqual([302, 'private, no-store']);
  const response = await follow(headers);
  expect(response.bytes).toEqual(png);
  expect(response.headers['cache-control']).toBe('public, max-age=300');
});

test('a public link redirects to a URL that expires with it', async () => {
  const { id } = await captured();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const share = await api.send<{ url: string }>('POST', `/api/v1/screenshots/${id}/share`, { expiresAt });
  const { headers } = await api.send('GET', new URL(share.body.url).pathname);
  const seconds = Number(new URL(String(headers.location)).searchParams.get('X-Amz-Expires'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
});

test('POST and its replay return the image itself', async () => {
  const request = { url: everything.url, responseType: 'image' };
  const send = () =>
    api.send('POST', '/api/v1/screenshots', request, { 'idempotency-key': 'an image', prefer: 'wait=20' });
  const answering = send();
  let worked = 0;
  while (worked === 0) worked = await api.work();
  const first = await answering;
  expect([first.status, first.headers['content-type']]).toEqual([201, 'image/png']);
  expect(first.bytes).toEqual(png);
  const again = await send();
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect([again.status, again.bytes]).toEqual([201, png]);
});

test('missing artifacts return the same problems with and without redirects', async () => {
  const { id } = await captured({ url: everything.url });
  expect((await api.send('GET', `/api/v1/screenshots/${id}/text`)).status).toBe(404);
  const waiting = await api.createScreenshot();
  expect((await api.send('GET', `/api/v1/screenshots/${waiting.id}/image`)).status).toBe(409);
});

test('a tool of the Model Context Protocol receives the image itself', async () => {
  const { id } = await captured();
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'look', arguments: { id } },
  };
  const { body } = await api.send('POST', '/mcp', message, { accept: 'application/json, text/event-stream' });
  expect(body).toContain('"type":"image","data":"/9j/');
});
