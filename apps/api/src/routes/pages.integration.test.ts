import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenapiDocument } from '../openapi/openapi-document.ts';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';

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

  test('loads its page, scripts and styles from the API itself', async () => {
    const page = await api.send<string>('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!);
    expect(assets.length).toBeGreaterThan(4);
    for (const asset of assets) {
      expect(asset).toMatch(/^\/docs\//);
      expect((await api.send('GET', asset)).status, asset).toBe(200);
    }
    expect((await api.send('GET', '/docs/json')).status).toBe(200);
  });

  test('is where / redirects to', async () => {
    expect(await api.send('GET', '/')).toMatchObject({ status: 302, headers: { location: '/docs' } });
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
