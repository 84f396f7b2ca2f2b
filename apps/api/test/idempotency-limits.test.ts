import type { Me, Page, Schedule } from '@shotclock/contracts';
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

/** A schedule whose response contains about 2 KB per item. */
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

async function countSchedules(): Promise<number> {
  return (await api.send<Page<Schedule>>('GET', schedules)).body.totalElements;
}

test('a response larger than 64 KiB is stored as an object and replayed byte for byte', async () => {
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

test('a large response is kept while its key exists and swept afterwards', async () => {
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

test('replaying a large response whose object was deleted causes a conflict', async () => {
  await post('deleted', large);
  const { responseObject } = (await stored('deleted'))!;
  await api.context.objects.delete([objectKey(responseObject!)]);
  expect(expectProblem(await post('deleted', large), 'conflict').detail).toBe(
    'The stored response to the first request with this Idempotency-Key has been deleted.',
  );
});

test('a large response that cannot be stored is sent to the client and then counts as lost', async () => {
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
  expect(await countSchedules()).toBe(2);
});

test('a large response counts as lost if its object may have been swept', async () => {
  const { db, objects } = api.context;
  api.context.objects = createRecordedStore(db, objects, { holdSeconds: 0 });
  expect((await post('swept', large)).status).toBe(201);
  expect(expectProblem(await post('swept', large), 'conflict').detail).toContain('its response was lost');
});

async function useThreeKeys(): Promise<Schedule> {
  setLimits({ maxIdempotencyKeysPerAccount: 3 });
  const responses = [];
  for (const key of ['1', '2', '3']) responses.push(await post(key));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  return responses[0]!.body;
}

test('an account with the maximum number of keys cannot use a new key, but its earlier requests are replayed, and requests without a key are executed', async () => {
  const first = await useThreeKeys();
  const refused = await post('4');
  expectProblem(refused, 'rate_limited');
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('60');
  expect(await countSchedules()).toBe(3);
  expect(await stored('4')).toBeUndefined();

  const replayed = await post('1');
  expect(replayed.headers['idempotency-replayed']).toBe('true');
  expect(replayed.body).toEqual(first);
  expectProblem(await post('1', scheduleWith(1)), 'idempotency_key_reused');
  expect((await api.send('POST', schedules, scheduleWith(0))).status).toBe(201);
});

test('an account that has reached its byte limit for responses cannot use a new key until responses expire', async () => {
  const replayBytes = async () => (await api.send<Me>('GET', '/api/v1/me')).body.limits.replayBytes;
  const small = await post('small', scheduleWith(1));
  const big = await post('large', large);
  const used = small.bytes.byteLength + big.bytes.byteLength;
  expect(await replayBytes()).toEqual({ limit: 268_435_456, used });
  setLimits({ maxReplayBytesPerAccount: used });
  const refused = await post('further');
  expect(expectProblem(refused, 'rate_limited').detail).toContain(`${used} bytes of responses`);
  expect(refused.headers['retry-after']).toBe('60');
  expect(await countSchedules()).toBe(2);
  expect((await post('large', large)).headers['idempotency-replayed']).toBe('true');
  await execute(`update idempotency_keys set expires_at = now() - interval '1 second' where key = 'small'`);
  expect(await replayBytes()).toEqual({ limit: used, used: big.bytes.byteLength });
  expect((await post('further')).status).toBe(201);
});

test('expired keys do not count', async () => {
  await useThreeKeys();
  await execute(`update idempotency_keys set expires_at = now() - interval '1 second' where key <> '3'`);
  expect((await post('1')).headers['idempotency-replayed'], 'an expired key is new').toBeUndefined();
  expect((await post('4')).status).toBe(201);
  expectProblem(await post('2'), 'rate_limited');
});

test('a request that deletes its own key does not count', async () => {
  setLimits({ maxIdempotencyKeysPerAccount: 1 });
  const invalid = { name: 'never', schedule: { type: 'CRON', cronExpression: '0 0 30 2 *' } };
  for (const key of ['1', '2', '3']) expectProblem(await post(key, invalid), 'validation_failed');
  expect((await post('4')).status).toBe(201);
});

test('at the limit, an abandoned key can still be taken over by the same request', async () => {
  await useThreeKeys();
  await execute(
    `update idempotency_keys set state = 'IN_FLIGHT', lease_expires_at = now() - interval '1 second' where key = '1'`,
  );
  const again = await post('1');
  expect(again.status).toBe(201);
  expect(again.headers['idempotency-replayed']).toBeUndefined();
});

test('keys of other accounts do not count', async () => {
  await useThreeKeys();
  await api.otherAccount();
  await execute(
    `update idempotency_keys set account_id = (select max(id) from accounts) where key in ('1', '2')`,
  );
  expect((await post('4')).status).toBe(201);
});

test('concurrent requests with new keys are executed only up to the maximum', async () => {
  setLimits({ maxIdempotencyKeysPerAccount: 3 });
  const responses = await Promise.all(Array.from({ length: 20 }, (_none, key) => post(String(key))));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const response of responses.filter(({ status }) => status !== 201))
    expectProblem(response, 'rate_limited');
  expect(await countSchedules()).toBe(3);
});
