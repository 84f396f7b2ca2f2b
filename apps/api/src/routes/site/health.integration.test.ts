import { createLogger, createReadiness } from '@shotclock/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

test('the API is live and ready when its database and object store respond', async () => {
  expect(await api.send('GET', '/health/live')).toMatchObject({
    status: 200,
    body: { status: 'ok', checks: {} },
  });
  expect(await api.send('GET', '/health/ready')).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: { status: 'ok', checks: { database: 'ok', objects: 'ok' } },
  });
});

test('the API is live but not ready when a check fails, and does not disclose the error', async () => {
  const broken = await createTestApi({
    readiness: createReadiness({
      checks: { database: () => Promise.reject(new Error('secret')), objects: async () => {} },
      logger: createLogger({ name: 'api test', level: 'silent' }),
    }),
  });
  try {
    const response = await broken.send('GET', '/health/ready');
    expect(response).toMatchObject({
      status: 503,
      body: { status: 'failed', checks: { database: 'failed', objects: 'ok' } },
    });
    expect(String(response.bytes) + JSON.stringify(response.headers)).not.toContain('secret');
    expect((await broken.send('GET', '/health/live')).status).toBe(200);
  } finally {
    await broken.close();
  }
});

test('a process that is shutting down is live but not ready', async () => {
  api.stopping.abort();
  expect(await api.send('GET', '/health/ready')).toMatchObject({ status: 503, body: { status: 'stopping' } });
  expect((await api.send('GET', '/health/live')).status).toBe(200);
});
