import type { Account, Me, Schedule, ScheduleItem } from '@shotclock/contracts';
import { type CoreContext, deleteUnusedItems, foldFeedCounts, releaseCaptures } from '@shotclock/core';
import { dispatchDue } from '@shotclock/core/test/dispatch-due';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, png, type TestApi } from '../src/test-api.fixture.ts';

type Headers = Record<string, string>;
type Customer = { ctx: CoreContext; headers: Headers; admin: Headers };

const capture = { url: 'https://example.com/' };
const plan = { name: 'Daily', schedule: { type: 'CRON', cronExpression: '@daily' } };

let api: TestApi;
let operator: Headers;
beforeAll(async () => {
  api = await createTestApi({ needsKeys: true });
  operator = (await api.createKey(['admin'])).headers;
});
afterAll(() => api.close());

/** Creates an account with these limits and a key. */
async function createCustomer(limits: object = {}): Promise<Customer> {
  const ctx = await api.otherAccount();
  const { headers } = await api.createKey(['read', 'write'], ctx.accountId);
  const { headers: admin } = await api.createKey(['admin'], ctx.accountId);
  if (Object.keys(limits).length > 0) await setLimits(ctx, limits);
  return { ctx, headers, admin };
}

async function setLimits({ accountId }: CoreContext, limits: object): Promise<Account> {
  const { status, body } = await api.send<Account>(
    'PATCH',
    `/api/v1/accounts/${accountId}`,
    { limits },
    operator,
  );
  expect(status).toBe(200);
  return body;
}

const post = (customer: Customer) =>
  api.send<{ id: number }>('POST', '/api/v1/screenshots', capture, {
    ...customer.headers,
    prefer: 'respond-async',
  });
const limitsOf = async ({ headers }: Customer) =>
  (await api.send<Me>('GET', '/api/v1/me', undefined, headers)).body.limits;
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort();
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

test('only the operator can change limits, null restores the default, and /me shows the effective limits', async () => {
  const customer = await createCustomer({ schedules: 3, storedBytes: 9_007_199_254_740_991 });
  const { accountId } = customer.ctx;
  const path = `/api/v1/accounts/${accountId}`;
  expectProblem(await api.send('PATCH', path, { limits: { schedules: 9 } }, customer.admin), 'forbidden');
  expect((await api.send('PATCH', path, { name: 'Renamed' }, customer.admin)).body).toMatchObject({
    name: 'Renamed',
    limits: { schedules: 3, storedBytes: 9_007_199_254_740_991, capturesPerDay: null },
  });
  expectProblem(
    await api.send('PATCH', path, { limits: { schedules: -1, other: 1 } }, operator),
    'validation_failed',
    ['/limits/schedules out_of_range', '/limits/other unknown_field'],
  );
  expect(await limitsOf(customer)).toEqual({
    runningCaptures: { limit: null, used: 0 },
    waitingManualCaptures: { limit: 1_000, used: 0 },
    waitingCapturesOfRuns: { limit: 1_000, used: 0 },
    capturesPerDay: { limit: null, used: 0 },
    schedules: { limit: 3, used: 0 },
    storedBytes: { limit: 9_007_199_254_740_991, used: 0 },
    itemBytes: { limit: null, used: 0 },
    replayBytes: { limit: 268_435_456, used: 0 },
  });
  expect((await setLimits(customer.ctx, { schedules: null })).limits.schedules).toBeNull();
});

test('concurrent requests do not exceed the schedule limit, and deleting a schedule makes room for another', async () => {
  const customer = await createCustomer({ schedules: 2 });
  const create = () => api.send<Schedule>('POST', '/api/v1/schedules', plan, customer.headers);
  const created = await times(5, create);
  expect(statuses(created)).toEqual([201, 201, 409, 409, 409]);
  expect((await limitsOf(customer)).schedules).toEqual({ limit: 2, used: 2 });
  const { id } = created.find(({ status }) => status === 201)!.body;
  await api.send('DELETE', `/api/v1/schedules/${id}`, undefined, customer.headers);
  expect((await create()).status).toBe(201);
});

test('concurrent requests do not exceed the daily capture limit, and deleted captures still count', async () => {
  const customer = await createCustomer({ capturesPerDay: 2 });
  const posted = await times(5, () => post(customer));
  // While another request commits, a request may be refused too early (core/src/admission/admission.ts).
  if (statuses(posted)[1] === 429) posted.push(await post(customer));
  expect(statuses(posted).slice(0, 3)).toEqual([202, 202, 429]);
  const refused = posted.find(({ status }) => status === 429)!;
  expect(expectProblem(refused, 'rate_limited').detail).toContain(
    "The account's limit is 2 captures since midnight UTC.",
  );
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
  const { id } = posted.find(({ status }) => status === 202)!.body;
  await api.send('DELETE', `/api/v1/screenshots/${id}`, undefined, customer.headers);
  const used = { limit: 2, used: 2 };
  expect((await limitsOf(customer)).capturesPerDay).toEqual(used);
  await foldFeedCounts({ db: api.context.db });
  expect((await limitsOf(customer)).capturesPerDay).toEqual(used);
  expect((await post(customer)).status).toBe(429);
});

test('a due run that would exceed the daily capture limit is skipped, and the reason is recorded', async () => {
  const customer = await createCustomer({ capturesPerDay: 1 });
  const { db } = api.context;
  const body = { ...plan, items: [capture, capture] };
  const ids: number[] = [];
  for (const _ of [1, 2])
    ids.push((await api.send<Schedule>('POST', '/api/v1/schedules', body, customer.headers)).body.id);
  await db.orm.execute(
    `update schedules set next_run_at = date_trunc('day', now()), created_at = '2020-01-01', first_run_at = null where id in (${ids})`,
  );
  await dispatchDue(api.context);
  const reasons = await db.orm.execute<{ reason: string | null; items: number }>(
    `select outcome_reason as reason, total_items as items from schedule_executions where schedule_id in (${ids}) order by total_items`,
  );
  expect(reasons.map(({ items }) => items)).toEqual([0, 2]);
  expect(reasons[0]!.reason).toContain("Skipped: the account's limit is 1 captures since midnight UTC");
  expect(reasons[1]!.reason ?? '').not.toContain('Skipped');
});

test('artifacts count until their screenshots are deleted, and no captures start at the limit', async () => {
  const customer = await createCustomer();
  const { id } = (await post(customer)).body;
  await post(customer);
  await api.work();
  // Identical images are stored once but counted for each screenshot.
  const used = 2 * png.length;
  expect((await limitsOf(customer)).storedBytes).toEqual({ limit: null, used });
  await foldFeedCounts({ db: api.context.db });
  await setLimits(customer.ctx, { storedBytes: used });
  expect((await limitsOf(customer)).storedBytes).toEqual({ limit: used, used });
  expect(expectProblem(await post(customer), 'conflict').detail).toContain('Delete screenshots');
  await api.send('DELETE', `/api/v1/screenshots/${id}`, undefined, customer.headers);
  expect((await limitsOf(customer)).storedBytes.used).toBe(png.length);
  expect((await post(customer)).status).toBe(202);
  await api.work();
});

test("an account's items do not exceed its byte limit, and deleted items count until their rows are deleted", async () => {
  const customer = await createCustomer();
  const { headers } = customer;
  const used = async () => (await limitsOf(customer)).itemBytes.used;
  const body = { ...plan, items: [capture] };
  const { id, items } = (await api.send<Schedule>('POST', '/api/v1/schedules', body, headers)).body;
  const one = await used();
  expect(one).toBeGreaterThan(100);
  await setLimits(customer.ctx, { itemBytes: 2 * one });
  const path = `/api/v1/schedules/${id}/items`;
  const add = () => api.send<ScheduleItem[]>('POST', path, [capture], headers);
  const change = (url: string) => api.send('PATCH', `${path}/${items[0]!.id}`, { url }, headers);
  expect(statuses(await times(3, add))).toEqual([201, 409, 409]);
  expect(await used()).toBe(2 * one);
  expect(expectProblem(await add(), 'conflict').detail).toContain('they would use');
  expectProblem(await api.send('POST', '/api/v1/schedules', body, headers), 'conflict');
  expectProblem(await change(`${capture.url}longer`), 'conflict');
  expect(await used()).toBe(2 * one);
  expect((await change('http://example.com/')).status).toBe(200);
  expect(await used()).toBe(2 * one - 1);

  await api.send('DELETE', `${path}/${items[0]!.id}`, undefined, headers);
  expect(await used()).toBe(2 * one - 1);
  const { db } = api.context;
  await db.orm.execute(`update schedule_items set removed_at = removed_at - interval '2 days'`);
  expect(await deleteUnusedItems({ db }, {})).toMatchObject({ deleted: 1 });
  expect(await limitsOf(customer)).toMatchObject({ itemBytes: { limit: 2 * one, used: one } });
});

test("an account's queued and running captures do not exceed its limit", async () => {
  const limited = await createCustomer({ runningCaptures: 2 });
  const other = await createCustomer();
  for (const customer of [limited, other]) await times(4, () => post(customer));
  const { db } = api.context;
  const release = (maxPerAccount: number | null) =>
    releaseCaptures({ db, enqueue: async () => undefined }, { window: 100, maxPerAccount });
  expect(await release(3)).toBe(2 + 3);
  expect(await release(3)).toBe(0);
  expect((await limitsOf(limited)).runningCaptures).toEqual({ limit: 2, used: 2 });
  expect((await limitsOf(limited)).waitingManualCaptures.used).toBe(4);
  expect(await release(null)).toBe(1);
  await setLimits(limited.ctx, { runningCaptures: null });
  expect(await release(null)).toBe(2);
});

test("an account's own limit on waiting captures takes precedence over the default", async () => {
  const customer = await createCustomer({ waitingCaptures: 1 });
  expect(statuses(await times(3, () => post(customer)))).toEqual([202, 429, 429]);
  await setLimits(customer.ctx, { waitingCaptures: 2 });
  expect([(await post(customer)).status, (await post(customer)).status]).toEqual([202, 429]);
});
