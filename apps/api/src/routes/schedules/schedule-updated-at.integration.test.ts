import type { Schedule } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const read = async (id: number) => (await api.send<Schedule>('GET', `/api/v1/schedules/${id}`)).body;

test("a schedule's updatedAt changes when an item is added, changed or deleted", async () => {
  const { id, updatedAt } = await api.createSchedule();
  const times = [updatedAt];
  const [item] = (await api.addItems(id, [{ url: 'https://example.com/' }])).body;
  times.push((await read(id)).updatedAt);
  await api.send('PATCH', `/api/v1/schedules/${id}/items/${item!.id}`, { width: 800 });
  times.push((await read(id)).updatedAt);
  await api.send('DELETE', `/api/v1/schedules/${id}/items/${item!.id}`);
  times.push((await read(id)).updatedAt);
  expect(times).toEqual([...new Set(times)].sort());
});

test("a schedule's updatedAt does not change when it runs or a run is retried", async () => {
  const { id, updatedAt } = await api.createSchedule([{ url: 'https://example.com/' }]);
  const run = await api.send<{ id: number }>('POST', `/api/v1/schedules/${id}/run`);
  await api.work('No such host.');
  await api.send('POST', `/api/v1/executions/${run.body.id}/retry-failed`);
  await api.work();
  const { lastRunAt, updatedAt: after } = await read(id);
  expect(lastRunAt).not.toBeNull();
  expect(after).toBe(updatedAt);
});
