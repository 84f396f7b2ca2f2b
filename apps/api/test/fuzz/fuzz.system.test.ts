import type { AddressInfo } from 'node:net';
import { noAccountLimits } from '@shotclock/contracts';
import { dispatchDue } from '@shotclock/core/test/dispatch-due';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OpenapiDocument } from '../../src/openapi/openapi-document.ts';
import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { type Client, createClient } from './exchange.fixture.ts';
import { type FuzzSettings, fuzz } from './fuzz.fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by `pnpm fuzz`. */
    fuzz?: FuzzSettings;
  }
}

/** The settings for a test run. `pnpm fuzz` sends more requests and uses a new seed each time. */
const defaults: FuzzSettings = { runs: 600, seed: 20_261_121 };
const settings = inject('fuzz') ?? defaults;

let api: TestApi;
let client: Client;
beforeAll(async () => {
  api = await createTestApi();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  client = createClient((api.app.server.address() as AddressInfo).port);
});
afterAll(async () => {
  client.close();
  await api.close();
});

test(`${settings.runs} generated requests (seed ${settings.seed}) receive the responses that /openapi.json describes`, {
  timeout: 30_000 + settings.runs * 100,
}, async () => {
  const { body: document } = await api.send<OpenapiDocument>('GET', '/openapi.json');
  const { coverage, neverSucceeded, failure } = await fuzz({ client, document, between }, settings);
  console.log(`${coverage}\n${coverage.total} requests, seed ${settings.seed}`);
  if (neverSucceeded.length > 0) console.log(`Never below 400: ${neverSucceeded.join(', ')}`);
  expect(failure, failure ?? '').toBeNull();
});

const url = 'https://example.com/fuzz';

/**
 * Changes the system between requests: adds records, makes runs due, and lets captures succeed or fail. Returns paths
 * with new IDs.
 */
async function between(number: number): Promise<string[]> {
  const step = number % 60;
  if (step === 0) return createRecords();
  if (step === 10) await dispatchDue(api.context);
  if (step === 20 || step === 50) await api.work();
  if (step === 40) await api.work('no response');
  return [];
}

async function createRecords(): Promise<string[]> {
  // Generated requests may have changed the limits of accounts.
  await api.send('PATCH', '/api/v1/accounts/1', { limits: noAccountLimits });
  const schedule = await api.createSchedule([{ url }, { url, extractText: true }]);
  const path = `/api/v1/schedules/${schedule.id}`;
  await api.send('POST', `${path}/run`);
  const withArtifacts = { url, extractHtml: true, extractText: true, thumbnailWidth: 100 };
  const done = await api.createScreenshot(withArtifacts);
  await api.work();
  const failed = await api.createScreenshot();
  await api.work('no response');
  const pending = await api.createScreenshot();
  const screenshots = [failed, pending, done].map(({ id }) => `/api/v1/screenshots/${id}`);
  return [path, `${path}/executions`, '/api/v1/activity/screenshots?size=5', ...screenshots];
}
