import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedOrigin } from '../../openapi/documented-origin.ts';
import type { OpenapiDocument } from '../../openapi/openapi-document.ts';
import { referencePage } from '../../pages/reference-page.ts';
import { createTestApi, expectProblem, origin, type TestApi } from '../../test-api.fixture.ts';

const codings = [
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
] as const;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('the documentation', () => {
  test('marks the page parameters as optional', async () => {
    const { body } = await api.send<OpenapiDocument>('GET', '/openapi.json');
    const { parameters = [] } = body.paths['/api/v1/activity/screenshots']!.get!;
    const inQuery = parameters.filter((one) => one.in === 'query');
    expect(inQuery.map(({ name }) => name)).toEqual(expect.arrayContaining(['page', 'size', 'sort']));
    expect(inQuery.filter(({ required }) => required)).toEqual([]);
  });

  test('loads its script and its document from the API itself, each only once', async () => {
    const page = await api.send<string>('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-/,
    );
    const assets = [...page.body.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, url]) => url!);
    expect(assets).toEqual(['/openapi.json', expect.stringMatching(/^\/docs\/scalar\.js\?v=[\w-]{16}$/)]);
    for (const asset of assets) {
      const { status, headers } = await api.send('GET', asset);
      expect(status, asset).toBe(200);
      const again = await api.send('GET', asset, undefined, { 'if-none-match': String(headers.etag) });
      expect(again.status, asset).toBe(304);
    }
  });

  test('lets browsers cache its script, unless the script belongs to a different version of the page', async () => {
    const page = await api.send<string>('GET', '/docs');
    const [url] = /\/docs\/scalar\.js[^"]*/.exec(page.body)!;
    const cacheControlOf = async (path: string) => (await api.send('GET', path)).headers['cache-control'];
    expect(await cacheControlOf(url)).toBe('public, max-age=31536000, immutable');
    for (const other of [
      '/docs/scalar.js',
      '/docs/scalar.js?v=',
      '/docs/scalar.js?v=another',
      '/openapi.json',
    ])
      expect(await cacheControlOf(other), other).toBe('private, no-cache');
  });

  test.each(['/docs/scalar.js', '/openapi.json'])('compresses %s with each content coding', async (path) => {
    const plain = await api.send('GET', path);
    expect(plain.headers.vary).toBe('accept-encoding');
    const etags = new Set([plain.headers.etag]);
    for (const [coding, decompress] of codings) {
      const headers = { 'accept-encoding': coding };
      const { bytes, headers: sent } = await api.send('GET', path, undefined, headers);
      expect(sent).toMatchObject({
        'content-encoding': coding,
        'content-length': String(bytes.length),
        'content-type': plain.headers['content-type'],
        vary: 'accept-encoding',
      });
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(decompress(bytes).equals(plain.bytes), coding).toBe(true);
      expect((await api.send('GET', path, undefined, headers)).bytes.equals(bytes), coding).toBe(true);

      etags.add(sent.etag);
      const known = { ...headers, 'if-none-match': String(sent.etag) };
      const again = await api.send('GET', path, undefined, known);
      expect(again).toMatchObject({ status: 304, headers: { etag: sent.etag, vary: 'accept-encoding' } });
      expect(again.bytes).toHaveLength(0);
    }
    expect(etags.size).toBe(1 + codings.length);
  });

  test('is valid HTML', async () => {
    const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(
      referencePage('any'),
    );
    expect(report.results.flatMap(({ messages }) => messages)).toEqual([]);
  });

  test('is the target of a redirect from /docs/', async () => {
    expect(await api.send('GET', '/docs/')).toMatchObject({ status: 302, headers: { location: '/docs' } });
  });

  test("uses the API's address in examples and code samples", async () => {
    const { body } = await api.send<OpenapiDocument>('GET', '/openapi.json');
    expect(JSON.stringify(body)).not.toContain(documentedOrigin);
    const { get } = body.paths['/api/v1/wallet']!;
    expect(get!['x-codeSamples']![0]!.source).toContain(`createClient({ baseUrl: '${origin}' })`);
  });

  test('starts with commands that the API accepts', async () => {
    const { body } = await api.send<OpenapiDocument>('GET', '/openapi.json');
    const commands = [...body.info.description.matchAll(/^curl -s "?(\S+?)"?(?: --json '([^']+)')?$/gm)];
    expect(commands).toHaveLength(3);
    for (const [command, url, json] of commands) {
      const method = json === undefined ? 'GET' : 'POST';
      const response = await api.send(method, url!.replace(origin, ''), json, { prefer: 'respond-async' });
      expect(response.status, `${command}\n${JSON.stringify(response.body)}`).toBeLessThan(300);
    }
  });
});

describe.each(['/demo/clock', '/demo/prices'])('%s', (path) => {
  test('is one self-contained page that no other page can embed in a frame', async () => {
    const page = await api.send<string>('GET', path);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/https?:|src=|href=/);
    expect(page.headers['content-security-policy']).toMatch(/; frame-ancestors 'none'$/);
  });

  test('is served only in the demo', async () => {
    const plain = await createTestApi({ demo: false });
    try {
      expectProblem(await plain.send('GET', path), 'not_found');
    } finally {
      await plain.close();
    }
  });
});
