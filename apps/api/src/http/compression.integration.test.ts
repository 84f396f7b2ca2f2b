import zlib, {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { Schedule } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApi, expectProblem, png, type TestApi, type TestResponse } from '../test-api.fixture.ts';

let api: TestApi;
let path: string;
/** Records the streams that decompress request bodies. */
const createGunzip = vi.spyOn(zlib, 'createGunzip');
beforeAll(async () => {
  api = await createTestApi();
  const items = Array.from({ length: 5 }, (_, n) => ({ url: `https://example.com/${n}` }));
  path = `/api/v1/schedules/${(await api.createSchedule(items)).id}`;
});
afterAll(() => api.close());

/** With its default quality, Brotli takes seconds for a large body. */
const brotliCompress = (body: string | Buffer) =>
  brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } });

const codings = [
  ['br', brotliCompress, brotliDecompressSync],
  ['zstd', zstdCompressSync, zstdDecompressSync],
  ['gzip', gzipSync, gunzipSync],
  ['deflate', deflateSync, inflateSync],
] as const;
const accept = (coding: string) => ({ 'accept-encoding': coding });
const get = (url: string, headers: Record<string, string>) => api.send('GET', url, undefined, headers);

describe('a response', () => {
  test.each(codings)('is compressed with %s and has its own ETag', async (coding, _compress, decompress) => {
    const plain = await api.send<Schedule>('GET', path);
    const compressed = await get(path, accept(coding));
    expect(compressed.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(decompress(compressed.bytes)).toEqual(plain.bytes);

    const etag = String(compressed.headers.etag);
    expect(etag).not.toBe(plain.headers.etag);
    const known = await get(path, { ...accept(coding), 'if-none-match': etag });
    expect(known.status).toBe(304);
    expect(known.headers).toMatchObject({ etag, vary: 'accept-encoding' });
    const changed = await api.send('PATCH', path, { description: coding }, { 'if-match': etag });
    expect(changed.status).toBe(200);
  });

  test("uses the server's preferred coding among those that the client accepts, or no coding", async () => {
    expect((await get(path, accept('gzip, br, zstd'))).headers['content-encoding']).toBe('br');
    expect((await get(path, accept('gzip;q=0.5, br;q=0'))).headers['content-encoding']).toBe('gzip');
    for (const coding of ['identity', 'compress', ''])
      expect((await get(path, accept(coding))).headers['content-encoding']).toBeUndefined();
  });

  test('to HEAD has the same headers as the response to GET', async () => {
    const response = await get(path, accept('gzip'));
    const { 'x-request-id': _, 'server-timing': __, date: ___, ...headers } = response.headers;
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': expect.anything() });
    const head = await api.send('HEAD', path, undefined, accept('gzip'));
    expect(head.headers).toMatchObject({ ...headers, 'content-length': String(headers['content-length']) });
    expect(head.bytes).toHaveLength(0);
  });

  test('is not compressed when it is short or an image', async () => {
    const { id } = await api.createScreenshot();
    await api.work();
    const image = await get(`/api/v1/screenshots/${id}/image`, accept('gzip'));
    expect(image.bytes).toEqual(png);
    for (const response of [image, await get('/api/v1/wallet', accept('gzip'))])
      expect(response.headers['content-encoding']).toBeUndefined();
  });

  test('that is replayed for an idempotency key uses a coding that the repeated request accepts', async () => {
    const { id } = await api.createSchedule();
    const items = [1, 2, 3, 4, 5].map((n) => ({ url: `https://example.com/${n}` }));
    const post = (coding: string) =>
      api.send('POST', `/api/v1/schedules/${id}/items`, items, {
        'idempotency-key': 'compressed',
        ...accept(coding),
      });
    const first = await post('gzip');
    expect(first.status).toBe(201);
    const replayed = await post('br');
    expect(replayed.headers).toMatchObject({ 'idempotency-replayed': 'true', 'content-encoding': 'br' });
    expect(brotliDecompressSync(replayed.bytes)).toEqual(gunzipSync(first.bytes));
  });
});

describe('a body', () => {
  async function post(coding: string, payload: Buffer): Promise<TestResponse<unknown>> {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    const response = await api.app.inject({ method: 'POST', url: '/api/v1/schedules', headers, payload });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.json(),
      bytes: response.rawPayload,
    };
  }
  const body = JSON.stringify({ name: 'News', schedule: { type: 'CRON', cronExpression: '@daily' } });

  test.each(codings)('is decompressed from %s', async (coding, compress) => {
    const response = await post(coding, compress(body));
    expect(response).toMatchObject({ status: 201, body: { name: 'News' } });
  });

  test.each(['GZIP', 'X-Gzip'])('is decompressed from %s, another name for gzip', async (coding) => {
    expect(await post(coding, gzipSync(body))).toMatchObject({ status: 201 });
  });

  test('that is not encoded may declare the identity coding', async () => {
    expect(await post('identity', Buffer.from(body))).toMatchObject({ status: 201 });
  });

  test('in any other coding is rejected with 415', async () => {
    for (const coding of ['compress', 'gzip, gzip']) {
      const response = await post(coding, gzipSync(body));
      const problem = expectProblem(response, 'unsupported_media_type');
      expect(response.headers).toMatchObject({ 'accept-encoding': 'br, zstd, gzip, deflate' });
      expect(response.headers).not.toHaveProperty('accept-post');
      expect(problem.detail).toBe(
        `The body is encoded as ${coding}. Send it without Content-Encoding, or as one of br, zstd, gzip, deflate.`,
      );
    }
  });

  test.each(codings)('that is not valid %s is rejected with 400', async (coding) => {
    const problem = expectProblem(await post(coding, Buffer.from(body)), 'malformed_json');
    expect(problem.detail).toBe('The body does not match its Content-Encoding.');
  });

  test.each(codings)(
    'that is too large after decompression from %s is rejected with 413',
    async (coding, compress) => {
      expectProblem(await post(coding, compress(Buffer.alloc(50 << 20, ' '))), 'payload_too_large');
    },
  );

  describe('over a connection', () => {
    let origin: string;
    beforeAll(async () => {
      origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    });
    const send = (gzipped: Buffer<ArrayBuffer>) =>
      fetch(`${origin}/api/v1/schedules`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: gzipped,
      });

    test('that is too large is not fully decompressed', async () => {
      const part = gzipSync(Buffer.alloc(16 << 20));
      const response = await send(Buffer.concat(Array<Buffer>(48).fill(part)));
      expect(response.status).toBe(413);
      const gunzip = createGunzip.mock.results.at(-1)!.value as zlib.Gunzip;
      await expect.poll(() => gunzip.destroyed).toBe(true);
      expect(gunzip.readableEnded).toBe(false);
    });

    test('that is not valid gzip is rejected before it has been received completely', async () => {
      expect((await send(Buffer.alloc(900_000, ' '))).status).toBe(400);
    });
  });
});
