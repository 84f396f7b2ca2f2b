import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, png, type TestApi } from '../test-api.fixture.ts';
import { type OpenapiDocument, operationsOf } from './openapi-document.ts';
import { dereference } from './read-document.fixture.ts';
import { servedRoutes } from './served-routes.fixture.ts';

let api: TestApi;
let document: OpenapiDocument;
beforeAll(async () => {
  api = await createTestApi();
  document = (await api.send<OpenapiDocument>('GET', '/openapi.json')).body;
});
afterAll(() => api.close());

test('the document contains every API route', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, ':')}`),
  );
  const served = servedRoutes(api.app).filter((route) => /^(?!HEAD|OPTIONS)\w+ \/api\/v1\//.test(route));
  expect(served).toContain('POST /api/v1/schedules/:/items');
  expect(served.filter((route) => !documented.includes(route))).toEqual([]);
});

/** The names of the response headers that are documented for an operation and a status. */
function headersOf(operationId: string, status: number): string[] {
  const operation = operationsOf(document).find((one) => one.operationId === operationId);
  const response = operation?.responses[status];
  return Object.keys((response && dereference(document, response).headers) ?? {});
}

test('responses contain exactly the documented headers', async () => {
  const known = Object.keys(document.components.headers);
  const target = { url: 'https://example.com/' };
  const { id } = await api.createScreenshot(target);
  await api.work();
  const image = `/api/v1/screenshots/${id}/image`;
  const first = await api.send('GET', image);
  expect(first.bytes).toEqual(png);
  const timing = { type: 'CRON', cronExpression: '@hourly' };
  const responses = {
    createSchedule: await api.send('POST', '/api/v1/schedules', { name: 'Hourly', schedule: timing }),
    getSchedule: await api.send('GET', '/api/v1/schedules/1'),
    createScreenshot: await api.send('POST', '/api/v1/screenshots', target, { prefer: 'respond-async' }),
    getScreenshotImage: await api.send('GET', image, undefined, {
      'if-none-match': String(first.headers.etag),
    }),
    getScreenshotText: await api.send('GET', `/api/v1/screenshots/${id}/text`),
  };
  expect(Object.values(responses).map(({ status }) => status)).toEqual([201, 200, 202, 304, 404]);
  for (const [operationId, { status, headers }] of Object.entries(responses)) {
    const sent = known.filter((name) => headers[name.toLowerCase()] !== undefined);
    // Only replayed responses and requests with a key have these headers.
    const named = headersOf(operationId, status).filter(
      (name) => name !== 'Idempotency-Replayed' && !name.startsWith('RateLimit'),
    );
    expect(sent, operationId).toEqual(named.sort());
  }
});
