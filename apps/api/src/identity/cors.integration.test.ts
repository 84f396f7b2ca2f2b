import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';

const origin = 'https://dashboard.example';
const path = '/api/v1/schedules';
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ corsOrigins: [origin] });
});
afterAll(() => api.close());

const preflight = (from: string) =>
  api.send('OPTIONS', path, undefined, {
    origin: from,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type, idempotency-key',
  });

test('a page from a permitted origin may read and write', async () => {
  const asked = await preflight(origin);
  expect(asked.status).toBe(204);
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
    'access-control-allow-headers': 'content-type, idempotency-key',
  });
  const schedule = { name: 'x', schedule: { type: 'CRON', cronExpression: '@daily' } };
  const created = await api.send('POST', path, schedule, { origin });
  expect(created.status).toBe(201);
  expect(created.headers['access-control-allow-origin']).toBe(origin);
  expect(created.headers['access-control-expose-headers']).toContain('ETag');
  const failed = await api.send('GET', `${path}/999`, undefined, { origin });
  expectProblem(failed, 'not_found');
  expect(failed.headers['access-control-allow-origin']).toBe(origin);
});

test('a page from another origin can neither read nor write', async () => {
  const other = 'https://elsewhere.example';
  expect((await preflight(other)).headers['access-control-allow-origin']).toBeUndefined();
  expectProblem(await api.send('POST', path, {}, { origin: other }), 'forbidden');
});

test('an OPTIONS request that no browser would send receives the same response', async () => {
  const response = await api.send('OPTIONS', path);
  expect(response.status).toBe(204);
  expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PATCH, DELETE');
});

test('OPTIONS returns the methods that the path supports', async () => {
  for (const response of [await api.send('OPTIONS', path), await preflight(origin)])
    expect([response.status, response.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  expectProblem(await api.send('OPTIONS', '/nothing'), 'not_found');
  expectProblem(await api.send('OPTIONS', '/nothing', undefined, { origin }), 'not_found');
});

test('a page from a permitted origin can see that a path is unknown', async () => {
  const asked = { origin, 'access-control-request-method': 'DELETE' };
  expect((await api.send('OPTIONS', '/nothing', undefined, asked)).status).toBe(204);
  const failed = await api.send('DELETE', '/nothing', undefined, { origin });
  expectProblem(failed, 'not_found');
  expect(failed.headers['access-control-allow-origin']).toBe(origin);
});

test('unknown paths still return 404', async () => {
  expectProblem(await api.send('GET', '/nothing'), 'not_found');
  const wrong = await api.send('DELETE', path);
  expectProblem(wrong, 'method_not_allowed');
  expect(wrong.headers.allow).toBe('GET, HEAD, OPTIONS, POST');
});
