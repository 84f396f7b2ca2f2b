import { HtmlValidate } from 'html-validate/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedOrigin } from '../openapi/documented-origin.ts';
import type { OpenapiDocument } from '../openapi/openapi-document.ts';
import { referencePage } from '../pages/reference-page.ts';
import { createTestApi, expectProblem, origin, type TestApi } from '../test-api.fixture.ts';

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

  test('loads its script and its document from the API itself, and only once', async () => {
    const page = await api.send<string>('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-/,
    );
    const assets = [...page.body.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, url]) => url!);
    expect(assets).toEqual(['/openapi.json', '/docs/scalar.js']);
    for (const asset of assets) {
      const { status, headers } = await api.send('GET', asset);
      expect(status, asset).toBe(200);
      const again = await api.send('GET', asset, undefined, { 'if-none-match': String(headers.etag) });
      expect(again.status, asset).toBe(304);
    }
  });

  test('is valid HTML', async () => {
    const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(
      referencePage,
    );
    expect(report.results.flatMap(({ messages }) => messages)).toEqual([]);
  });

  test.each(['/', '/docs/'])('is where %s redirects to', async (path) => {
    expect(await api.send('GET', path)).toMatchObject({ status: 302, headers: { location: '/docs' } });
  });

  test('has examples and code samples with the address of the API', async () => {
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

describe('the demo clock', () => {
  test('is one self-contained page that no other page can frame', async () => {
    const page = await api.send<string>('GET', '/demo/clock');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/https?:|src=|href=/);
    expect(page.headers['content-security-policy']).toMatch(/; frame-ancestors 'none'$/);
  });

  test('is served only in the demo', async () => {
    const plain = await createTestApi({ demo: false });
    try {
      expectProblem(await plain.send('GET', '/demo/clock'), 'not_found');
    } finally {
      await plain.close();
    }
  });
});
