import { eventually } from '@shotclock/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';

const maxWaitingStatements = 2;
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ loadLimits: { maxWaitingStatements, maxDelayMs: 60_000, minRequests: 1 } });
});
afterAll(() => api.close());

test('while too many statements wait for a connection, new requests receive 503, but health checks and earlier requests are served', async () => {
  const { db } = api.context;
  const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = db.transaction(async (tx) => {
    await tx.execute('lock table schedules in access exclusive mode');
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  // The transaction uses one of the connections.
  const reads = Array.from({ length: db.poolUsage().max + maxWaitingStatements }, () =>
    api.send('GET', '/api/v1/schedules/1'),
  );
  try {
    const isFull = async () => db.poolUsage().waitingForConnection > maxWaitingStatements;
    await eventually(isFull, { what: 'statements wait for a connection' });
    const refused = await api.send('GET', '/api/v1/schedules/1');
    expect(expectProblem(refused, 'unavailable').detail).toContain('overloaded');
    expect(refused.headers['retry-after']).toBe('5');
    expect((await api.send('GET', '/api/v1/shared/token')).status).toBe(503);
    expect((await api.send('GET', '/health/live')).status).toBe(200);
  } finally {
    unlock.resolve();
    await lock;
  }
  expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([404]));
  expect((await api.send('GET', '/api/v1/schedules/1')).status).toBe(404);
});

test('a request whose client disconnects no longer counts as in progress', async () => {
  const anyDelay = -100;
  const limited = await createTestApi({
    loadLimits: { maxWaitingStatements: 1_000, maxDelayMs: anyDelay, minRequests: 3 },
  });
  onTestFinished(() => limited.close());
  const origin = await limited.app.listen({ port: 0, host: '127.0.0.1' });
  const clients = new AbortController();
  const waiting = [1, 2].map(() =>
    fetch(`${origin}/api/v1/screenshots`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=60' },
      body: JSON.stringify({ url: 'https://example.com' }),
      signal: clients.signal,
    }).catch(() => null),
  );
  const status = async () => (await limited.send('GET', '/api/v1/schedules')).status;
  await expect.poll(status).toBe(503);
  clients.abort();
  await Promise.all(waiting);
  await expect.poll(status).toBe(200);
});
