import { createAuthentication, createEventHub } from '@shotclock/core';
import { migrate, openDatabase } from '@shotclock/db';
import { createDatabase } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, linkSigner, type TestApi } from '../src/test-api.fixture.ts';
import { documentedRoutes, pathOf, sampleOf } from './documented-routes.fixture.ts';

let api: TestApi;
let keyed: TestApi;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await createDatabase({ migrate });
  const db = openDatabase({ url: database.url, name: 'dropped' });
  const working = await createTestApi();
  const coreContext = () => ({ ...working.context, db });
  const authentication = createAuthentication(db, { signer: linkSigner, onError: () => undefined });
  const events = createEventHub(db, { onError: () => undefined });
  api = await createTestApi({ coreContext, events });
  keyed = await createTestApi({ coreContext, authentication });
  expect((await api.send('GET', '/api/v1/schedules')).status).toBe(200);
  await database.drop();
  close = async () => {
    await api.close();
    await keyed.close();
    await authentication.close();
    await events.close();
    await working.close();
    await db.close();
  };
});
afterAll(() => close());

/** If authentication is disabled, the routes at this path do not use the database. */
const session = '/api/v1/session';

/** A body that passes validation, which the sample generated from the schema does not. */
const validSchedule = { name: 'x', schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' } };

test('every route returns 503 with Retry-After and without internal details while the database is unavailable', async () => {
  const routes = documentedRoutes(api.app).filter(({ path }) => path !== session);
  for (const route of routes) {
    const sample = route.body ? sampleOf(route.body, false) : undefined;
    const body = route.name === 'POST /api/v1/schedules' ? validSchedule : sample;
    for (const headers of route.method === 'POST' ? [{}, { 'idempotency-key': 'unavailable' }] : [{}]) {
      const response = await api.send(
        route.method,
        pathOf(route, { token: 'a'.repeat(43) }),
        body,
        headers as Record<string, string>,
      );
      expect(response.status, route.name).toBe(503);
      const problem = expectProblem(response, 'unavailable');
      expect(response.headers['retry-after']).toBe('5');
      expect(JSON.stringify(problem)).not.toMatch(/postgres|select|insert|database|ECONN|test_|\.ts/i);
    }
  }
});

test('sign-ins and sessions return 503 during the outage, and the browser keeps its cookie', async () => {
  const signIn = await keyed.send('POST', session, { key: `sc_${'0'.repeat(43)}2CZclj` });
  expectProblem(signIn, 'unavailable');
  const cookie = `__Host-shotclock=${'x'.repeat(43)}`;
  const response = await keyed.send('GET', session, undefined, { cookie });
  expectProblem(response, 'unavailable');
  expect(response.headers['set-cookie']).toBeUndefined();
});
