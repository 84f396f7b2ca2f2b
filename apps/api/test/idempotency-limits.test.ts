import type { Schedule } from '@shotclock/contracts';
import { createRecordedStore, type RequestLimits, sweepObjects } from '@shotclock/core';
import { findKey } from '@shotclock/db';
import { objectKey, StorageError } from '@shotclock/storage';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../src/test-api.fixture.ts';

let api: TestApi;
beforeEach(async () => {
  await api?.close();
  api = await createTestApi({ maxItemsPerRequest: 200 });
  setLimits({ maxItemsPerSchedule: 200 });
});
afterAll(() => api.close());

const setLimits = (limits: Partial<RequestLimits>) => Object.assign(api.context.limits, limits);
const schedules = '/api/v1/schedules';
const large = scheduleWith(100);

/** A schedule whose response has about 2 KB for each item. */
function scheduleWith(items: number) {
  const url = (index: number) => `https://example.com/${index}?${'é'.repeat(900)}`;
  return {
    name: `with ${items} items`,
    schedule: {
      type: 'INTERVAL',
      intervalValue: 1,
      intervalUnit: 'DAYS',
      firstRunAt: '2999-01-01T00:00:00Z',
    },
    items: Array.from({ length: items }, (_none, index) => ({ url: url(index) })),
  };
}

const post = (key: string, body: object = scheduleWith(0)) =>
  api.send<Schedule>('POST', schedules, body, { 'idempotency-key': key });
const stored = (key: string) => findKey(api.context.db.orm, { accountId: api.context.accountId, key });
const execute = (statement: string) => api.context.db.orm.execute<Record<string, unknown>>(statement);

test('a response of more than 64 KiB is stored as an object and replayed byte for byte', async () => {
  const first = await post('large', large);
  expect(first.status).toBe(201);
  expect(first.bytes.byteLength).toBeGreaterThan(64 * 1024);
  const { state, responseBody } = (await stored('large'))!;
  expect({ state, bodyLength: responseBody?.length }).toEqual({ state: 'ANSWERED', bodyLength: undefined });
  const [row] = await execute(
    `select pg_column_size(k.*)::int as size from idempotency_keys k where key = 'large'`,
  );
  expect(row!.size).toBeLessThan(2_000);

  const again = await post('large', large);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.bytes.equals(first.bytes)).toBe(true);
  for (const header of ['content-type', 'content-length', 'location', 'etag'])
    expect(again.headers[header], header).toBe(first.headers[header]);
});

test('a response of at most 64 KiB is stored with its key', async () => {
  const small = scheduleWith(5);
  const first = await post('small', small);
  expect(await stored('small')).toMatchObject({ responseBody: first.bytes.toString(), responseObject: null });
  expect((await post('small', small)).bytes.equals(first.bytes)).toBe(true);
});

test('a large response is kept while its key exists, and swept afterwards', async () => {
  await post('kept', large);
  const { responseObject } = (await stored('kept'))!;
  const graceSeconds = 3_600;
  const age = () => execute(`update objects set suspect_since = now() - interval '2 hours'`);
  await age();
  expect(await sweepObjects(api.context, { graceSeconds })).toBe(0);
  expect((await post('kept', large)).headers['idempotency-replayed']).toBe('true');
  await execute('delete from idempotency_keys');
  await age();
  expect(await sweepObjects(api.context, { graceSeconds })).toBe(1);
  expect(await api.context.objects.get(objectKey(responseObject!))).toBeNull();
});

test('a large response whose object was deleted is a conflict', async () => {
  await post('deleted', large);
  const { responseObject } = (await stored('deleted'))!;
  await api.context.objects.delete(objectKey(responseObject!));
  expect(expectProblem(await post('deleted', large), 'conflict').detail).toBe(
    'The stored response to the first request with this Idempotency-Key is deleted.',
  );
});

test('a large response that cannot be stored reaches the client and then counts as lost', async () => {
  const { objects } = api.context;
  api.context.objects = {
    ...objects,
    put: () => Promise.reject(new StorageError('denied', 'the store denies access')),
  };
  expect((await post('lost', large)).status).toBe(201);
  expect((await post('small', scheduleWith(5))).status).toBe(201);
  api.context.objects = objects;
  const again = expectProblem(await post('lost', large), 'conflict');
  expect(again.detail).toContain('its response was lost');
  const { totalElements } = (await api.send<{ totalElements: number }>('GET', schedules)).body;
  expect(totalElements).toBe(2);
});

test('a large response whose object may have been swept counts as lost', async () => {
  const { db, objects } = api.context;
  api.context.objects = createRecordedStore(db, objects, { holdSeconds: 0 });
  expect((await post('swept', large)).status).toBe(201);
  expect(expectProblem(await post('swept', large), 'conflict').detail).toContain('its response was lost');
});
