import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';

type Operation = {
  operationId?: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
};
type Openapi = { openapi: string; paths: Record<string, Record<string, Operation>> };

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('the documentation', () => {
  test('is OpenAPI 3.1 of every route of the API, with its problems', async () => {
    const answer = await api.send<Openapi>('GET', '/openapi.json');
    expect(answer.body.openapi).toBe('3.1.0');
    const operations = Object.entries(answer.body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    );
    expect(operations.map(([name]) => name).sort()).toEqual([
      'DELETE /api/v1/schedules/{id}',
      'DELETE /api/v1/screenshots/{screenshotId}',
      'GET /api/v1/activity/content-changes',
      'GET /api/v1/activity/screenshots',
      'GET /api/v1/schedules',
      'GET /api/v1/schedules/{id}',
      'GET /api/v1/schedules/{scheduleId}/executions',
      'GET /api/v1/screenshots/{screenshotId}',
      'GET /api/v1/screenshots/{screenshotId}/html',
      'GET /api/v1/screenshots/{screenshotId}/image',
      'GET /api/v1/screenshots/{screenshotId}/text',
      'GET /api/v1/screenshots/{screenshotId}/thumbnail',
      'GET /health/live',
      'GET /health/ready',
      'PATCH /api/v1/schedules/{id}',
      'POST /api/v1/schedules',
      'POST /api/v1/schedules/{id}/run',
      'POST /api/v1/schedules/{scheduleId}/items',
      'POST /api/v1/screenshots',
    ]);
    const ids = operations.map(([, operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, operation] of operations)
      expect(operation.responses['400']?.content, name).toHaveProperty(['application/problem+json']);
  });

  test('says of the page parameters that they may be left out', async () => {
    const { body } = await api.send<Openapi>('GET', '/openapi.json');
    const parameters = body.paths['/api/v1/activity/screenshots']!.get!.parameters!;
    expect(parameters.map(({ name, required }) => `${name} ${required}`)).toEqual(
      ['page', 'size', 'sort', 'from', 'to', 'source'].map((name) => `${name} false`),
    );
  });

  test('can be browsed without anybody else: page, scripts and styles come from here', async () => {
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

  test('is where the way in leads', async () => {
    expect(await api.send('GET', '/')).toMatchObject({ status: 302, headers: { location: '/docs' } });
  });
});

describe('the demo clock', () => {
  test('is one page that needs nothing else', async () => {
    const page = await api.send<string>('GET', '/demo/clock');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/https?:|src=|href=/);
  });

  test('is there only when the demo is on', async () => {
    const plain = await createTestApi({ demo: false });
    try {
      expectProblem(await plain.send('GET', '/demo/clock'), 'not_found');
    } finally {
      await plain.close();
    }
  });
});
