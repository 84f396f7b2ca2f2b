import type { AddressInfo } from 'node:net';
import type { ContentCheck, Page, ScheduleExecution, Screenshot, Wallet } from '@shotclock/contracts';
import { createScreenshot, type RequestLimits } from '@shotclock/core';
import { dispatchDue } from '@shotclock/core/test/dispatch-due';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi, type TestResponse } from '../src/test-api.fixture.ts';

const capture = { url: 'https://example.com/' };
const respondAsync = { prefer: 'respond-async' };

let api: TestApi;
beforeEach(async () => {
  await api?.close();
  api = await createTestApi();
});
afterAll(() => api.close());

const setLimits = (limits: Partial<RequestLimits>) => Object.assign(api.context.limits, limits);
const post = <T = Screenshot>(path: string, body?: object, headers: Record<string, string> = {}) =>
  api.send<T>('POST', `/api/v1/${path}`, body, { ...respondAsync, ...headers });
const run = (scheduleId: number) => post<ScheduleExecution>(`schedules/${scheduleId}/run`);

async function countScreenshots(): Promise<number> {
  return (await api.send<Page<Screenshot>>('GET', '/api/v1/screenshots')).body.totalElements;
}

function expectRefused(response: TestResponse<unknown>, code: 'rate_limited' | 'unavailable'): void {
  expectProblem(response, code);
  expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60);
}

test('an account with too many waiting captures cannot create screenshots or checks until a capture finishes', async () => {
  setLimits({ maxWaitingCapturesPerAccount: 3 });
  for (let created = 0; created < 3; created += 1)
    expect((await post('screenshots', capture)).status).toBe(202);
  expectRefused(await post('screenshots', capture), 'rate_limited');
  expectRefused(await post<ContentCheck>('content-changes', capture), 'rate_limited');
  expect(await countScreenshots()).toBe(3);
  expect((await api.send<Wallet>('GET', '/api/v1/wallet')).body.balance).toBe(1_000);

  await api.work(undefined, { most: 1 });
  expect((await post<ContentCheck>('content-changes', capture)).status).toBe(202);
  expectRefused(await post('screenshots', capture), 'rate_limited');
});

test("Retry-After depends on how fast the account's captures finish", async () => {
  setLimits({ maxWaitingCapturesPerAccount: 1 });
  await post('screenshots', capture);
  expect((await post('screenshots', capture)).headers['retry-after']).toBe('60');
  await api.work();
  await post('screenshots', capture);
  expect((await post('screenshots', capture)).headers['retry-after']).toBe('1');
});

test('a rejected request can be retried with the same Idempotency-Key', async () => {
  setLimits({ maxWaitingCapturesPerAccount: 1 });
  await post('screenshots', capture);
  const key = { 'idempotency-key': 'repeated' };
  expectRefused(await post('screenshots', capture, key), 'rate_limited');
  expectRefused(await post('screenshots', capture, key), 'rate_limited');
  await api.work();
  const accepted = await post('screenshots', capture, key);
  expect(accepted.status).toBe(202);
  expect(accepted.headers['idempotency-replayed']).toBeUndefined();
  // A stored response is replayed even though the account has reached its limit again.
  const replayed = await post('screenshots', capture, key);
  expect(replayed.headers['idempotency-replayed']).toBe('true');
  expect(replayed.body).toEqual(accepted.body);
});

test('all accounts share a limit on captures, and requests beyond it receive 503', async () => {
  setLimits({ maxWaitingCaptures: 2 });
  const other = await api.otherAccount();
  for (const request of [capture, capture]) await createScreenshot(other, { request });
  const key = { 'idempotency-key': 'unavailable' };
  expectRefused(await post('screenshots', capture, key), 'unavailable');
  await api.work();
  expect((await post('screenshots', capture, key)).status).toBe(202);
});

test('below the limit, a run starts with all its items; at the limit, it is rejected', async () => {
  setLimits({ maxWaitingCapturesPerAccount: 4 });
  const { id } = await api.createSchedule([capture, capture, capture]);
  expect((await run(id)).status).toBe(202);
  const second = await run(id);
  expect(second.status).toBe(202);
  expect(second.body.totalItems).toBe(3);
  expectRefused(await run(id), 'rate_limited');
  expect(await countScreenshots()).toBe(6);
  const { id: empty } = await api.createSchedule();
  expect((await run(empty)).status, 'a run without items').toBe(202);
  expectProblem(await run(999), 'not_found');
});

test("a retry of a run's failed items is rejected at the limit", async () => {
  const { id } = await api.createSchedule([capture]);
  const failed = (await run(id)).body;
  await api.work('the name does not exist');
  setLimits({ maxWaitingCapturesPerAccount: 1 });
  await run(id);
  const retry = () => post(`executions/${failed.id}/retry-failed`);
  expectRefused(await retry(), 'rate_limited');
  await api.work();
  expect((await retry()).status).toBe(202);
});

test('manual captures and captures of runs have separate limits', async () => {
  setLimits({ maxWaitingCapturesPerAccount: 2, maxWaitingCaptures: 2 });
  const { id } = await api.createSchedule([capture, capture]);
  expect((await run(id)).status).toBe(202);
  for (let created = 0; created < 2; created += 1)
    expect((await post('screenshots', capture)).status).toBe(202);
  expectRefused(await post('screenshots', capture), 'rate_limited');
  expectRefused(await run(id), 'rate_limited');
});

test('due runs are dispatched even if their account has reached its limit', async () => {
  setLimits({ maxWaitingCapturesPerAccount: 1, maxWaitingCaptures: 1 });
  const { id } = await api.createSchedule([capture, capture]);
  await run(id);
  await api.createSchedule([capture, capture]);
  await api.context.db.orm.execute("update schedules set next_run_at = now() - interval '1 second'");
  // The overlap policy skips a run of the first schedule, because its previous run is still active.
  expect((await dispatchDue(api.context)).dispatched).toBe(2);
  expect(await countScreenshots()).toBe(4);
});

test('concurrent requests are admitted only up to the limit', async () => {
  setLimits({ maxWaitingCapturesPerAccount: 10 });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  const responses = await Promise.all(
    Array.from({ length: 100 }, () =>
      fetch(`http://127.0.0.1:${port}/api/v1/screenshots`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...respondAsync },
        body: JSON.stringify(capture),
      }),
    ),
  );
  const withStatus = (status: number) => responses.filter((response) => response.status === status);
  const admitted = withStatus(202).length;
  expect(admitted).toBeGreaterThan(0);
  expect(admitted).toBeLessThanOrEqual(10);
  expect(withStatus(429)).toHaveLength(100 - admitted);
  for (const { headers } of withStatus(429)) expect(headers.get('retry-after')).toBe('60');
  // A concurrent request can be rejected early, because another request can be counted twice: as a waiting capture and as
  // a reservation.
  for (let waiting = admitted; waiting < 10; waiting += 1)
    expect((await post('screenshots', capture)).status).toBe(202);
  expectRefused(await post('screenshots', capture), 'rate_limited');
  expect(await countScreenshots()).toBe(10);
});

test('a request beyond the maximum number of waiting requests receives 202 immediately', async () => {
  setLimits({ maxWaitingRequestsPerAccount: 1 });
  const posts = [1, 2].map(() => post('screenshots', capture, { prefer: 'wait=100' }));
  const first = await Promise.race(posts);
  expect(first.status).toBe(202);
  expect(first.headers.location).toBe(`http://localhost:3000/api/v1/screenshots/${first.body.id}`);
  expect(first.headers['preference-applied']).toBeUndefined();
  await api.work();
  const statuses = (await Promise.all(posts)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 202]);
  // The finished request has freed its slot.
  const third = post('screenshots', capture, { prefer: 'wait=100' });
  await expect.poll(() => api.work()).toBe(1);
  expect((await third).status).toBe(201);
});
