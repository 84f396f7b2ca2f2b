import { createMetricsRegistry } from '@shotclock/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test-api.fixture.ts';

const registry = createMetricsRegistry('api');
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ metrics: registry.metrics });
});
afterAll(async () => api.close());

async function requestSeries(): Promise<string[]> {
  const text = await registry.text();
  const counts = text.matchAll(/^shotclock_http_request_duration_seconds_count(\{.+\} \d+)$/gm);
  return [...counts].map(([, series]) => series!);
}

test('a request is measured with its method, its route template and its status', async () => {
  await api.send('GET', '/api/v1/schedules/123456');
  await api.send('GET', '/api/v1/schedules/654321');
  await api.send('GET', '/api/v1/schedules');
  await api.send('GET', '/nowhere/at/all');
  await api.send('GET', '/%ff');
  expect((await requestSeries()).sort()).toEqual([
    '{method="GET",route="/api/v1/schedules",status="200"} 1',
    '{method="GET",route="/api/v1/schedules/:id",status="404"} 2',
    expect.stringMatching(/^\{method="GET",route="unmatched",status="40\d"\} [12]$/),
  ]);
});

test('labels contain no part of a URL that the client can choose', async () => {
  await api.send('POST', '/api/v1/screenshots?secret=1', { url: 'http://secret.example' });
  expect(await registry.text()).not.toMatch(/secret|123456|nowhere/);
});
