import type { ContentCheck, ScheduleExecution, Screenshot } from '@shotclock/contracts';
import { createScreenshot, queuePosition, releaseCaptures } from '@shotclock/core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../src/test-api.fixture.ts';

const capture = { url: 'https://example.com/' };

let api: TestApi;
beforeEach(async () => {
  await api?.close();
  api = await createTestApi();
});
afterAll(() => api.close());

async function post<T = Screenshot>(path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await api.send<T>('POST', `/api/v1/${path}`, body, {
    prefer: 'respond-async',
    ...headers,
  });
  expect(response.status).toBe(202);
  return { body: response.body, position: response.headers['queue-position'] };
}

/** Releases up to `window` captures, and returns their IDs in order. */
async function release(window: number): Promise<number[]> {
  const ids: number[] = [];
  await releaseCaptures(
    { db: api.context.db, enqueue: async (jobs) => void ids.push(...jobs.map((job) => job.screenshotId)) },
    { window },
  );
  return ids;
}

test("a 202 response reports how many of the account's captures precede the new one", async () => {
  expect((await post('screenshots', capture)).position).toBe('0');
  expect((await post<ContentCheck>('content-changes', capture)).position).toBe('1');
  expect((await post('screenshots', capture)).position).toBe('2');
  await api.work(undefined, { most: 2 });
  expect((await post('screenshots', capture)).position).toBe('1');
});

test('the position includes released captures', async () => {
  await post('screenshots', capture);
  await post('screenshots', capture);
  const [released] = await release(1);
  expect((await post('screenshots', capture)).position).toBe('2');
  expect(await queuePosition(api.context, { screenshotId: released! })).toBe(0);
});

test("another account's captures count only if they come first in the fair order", async () => {
  const other = await api.otherAccount();
  for (let count = 0; count < 5; count += 1) await createScreenshot(other, { request: capture });
  expect((await post('screenshots', capture)).position).toBe('1');
  expect((await post('screenshots', capture)).position).toBe('3');
});

test('a run reports the position of its first capture, which follows all manual captures and one capture of every other run', async () => {
  await post('screenshots', capture);
  await post('screenshots', capture);
  const schedules = [await api.createSchedule([capture, capture]), await api.createSchedule([capture])];
  const [first, second] = schedules.map(({ id }) => `schedules/${id}/run`);
  expect((await post<ScheduleExecution>(first!)).position).toBe('2');
  expect((await post<ScheduleExecution>(second!)).position).toBe('3');
  const empty = await api.createSchedule();
  expect((await post<ScheduleExecution>(`schedules/${empty.id}/run`)).position).toBeUndefined();
  expect((await post('screenshots', capture)).position, 'a manual capture').toBe('2');
});

test('a retry of failed items reports its position', async () => {
  const { id } = await api.createSchedule([capture]);
  const run = (await post<ScheduleExecution>(`schedules/${id}/run`)).body;
  await api.work('the name does not exist');
  expect((await post<ScheduleExecution>(`executions/${run.id}/retry-failed`)).position).toBe('0');
});

test('a replayed response does not contain a position', async () => {
  const key = { 'idempotency-key': 'position' };
  expect((await post('screenshots', capture, key)).position).toBe('0');
  expect((await post('screenshots', capture, key)).position).toBeUndefined();
});

test('captures are released at the reported positions, except that the order of accounts within a round may differ', async () => {
  const accounts = [api.context, await api.otherAccount(), await api.otherAccount()];
  const backlog = [9, 4, 2];
  const captures: { screenshotId: number; accountId: number }[] = [];
  for (const [index, ctx] of accounts.entries()) {
    for (let count = 0; count < backlog[index]!; count += 1) {
      const { id } = await createScreenshot(ctx, { request: capture });
      captures.push({ screenshotId: id, accountId: ctx.accountId });
    }
  }
  const { id: schedule } = await api.createSchedule(Array.from({ length: 4 }, () => capture));
  await post<ScheduleExecution>(`schedules/${schedule}/run`);
  const ofRun = await api.context.db.orm.execute<{ id: string }>(
    `select id from screenshots where execution_id is not null order by id`,
  );
  for (const { id } of ofRun) captures.push({ screenshotId: Number(id), accountId: api.context.accountId });
  const told = new Map<number, number>();
  for (const { screenshotId, accountId } of captures)
    told.set(screenshotId, (await queuePosition({ ...api.context, accountId }, { screenshotId }))!);
  const released = await release(captures.length);
  expect(released).toHaveLength(captures.length);
  for (const [place, id] of released.entries())
    expect(Math.abs(place - told.get(id)!), `capture ${id}`).toBeLessThan(accounts.length);
});
