import type { Schedule } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const url = 'https://example.com/';

/** Creates one resource of each kind that can be changed or deleted. Returns their paths, with a patch for those that can be changed. */
async function resources(): Promise<{ path: string; change?: object }[]> {
  const { id, items } = await api.createSchedule([{ url }]);
  const screenshot = await api.createScreenshot();
  await api.work();
  return [
    { path: `/api/v1/schedules/${id}/items/${items[0]!.id}`, change: { width: 800 } },
    { path: `/api/v1/schedules/${id}`, change: { name: 'Another' } },
    { path: `/api/v1/screenshots/${screenshot.id}` },
  ];
}

const etagOf = async (path: string) => String((await api.send('GET', path)).headers.etag);
const ifMatch = (etag: string) => ({ 'if-match': etag });

describe('If-Match', () => {
  test('that specifies an earlier version is rejected with 412 and changes nothing', async () => {
    for (const { path, change } of await resources()) {
      const before = await api.send('GET', path);
      for (const stale of ['"stale"', `W/${before.headers.etag}`]) {
        expectProblem(await api.send('DELETE', path, undefined, ifMatch(stale)), 'precondition_failed');
        if (change)
          expectProblem(await api.send('PATCH', path, change, ifMatch(stale)), 'precondition_failed');
      }
      expect((await api.send('GET', path)).body).toEqual(before.body);
    }
  });

  test('that specifies the current version or any version permits changes and deletions', async () => {
    for (const { path, change } of await resources()) {
      if (change) {
        const changed = await api.send('PATCH', path, change, ifMatch(await etagOf(path)));
        expect(changed.status).toBe(200);
        expect((await api.send('PATCH', path, change, ifMatch('*'))).status).toBe(200);
      }
      const current = `"other", ${await etagOf(path)}`;
      const deleted = await api.send('DELETE', path, undefined, ifMatch(current));
      expect(deleted.status).toBe(204);
      expect(deleted.headers.etag).toBeUndefined();
    }
  });

  test('prevents a lost update when two requests change the same version', async () => {
    const { id } = await api.createSchedule();
    const path = `/api/v1/schedules/${id}`;
    const headers = ifMatch(await etagOf(path));
    const names = ['first', 'second'];
    const responses = await Promise.all(names.map((name) => api.send('PATCH', path, { name }, headers)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
    const kept = names[responses.findIndex(({ status }) => status === 200)];
    expect((await api.send<Schedule>('GET', path)).body.name).toBe(kept);
  });

  test('is compared with the version for the same query', async () => {
    const path = `/api/v1/schedules/${(await api.createSchedule()).id}?expand=policy`;
    const changed = await api.send('PATCH', path, { description: 'x' }, ifMatch(await etagOf(path)));
    expect(changed.status).toBe(200);
  });
});

test('changes and deletions whose If-None-Match specifies the current version or any version are rejected with 412', async () => {
  for (const { path, change } of await resources()) {
    for (const etag of ['*', await etagOf(path)]) {
      const headers = { 'if-none-match': etag };
      expectProblem(await api.send('DELETE', path, undefined, headers), 'precondition_failed');
      if (change) expectProblem(await api.send('PATCH', path, change, headers), 'precondition_failed');
    }
    const deleted = await api.send('DELETE', path, undefined, { 'if-none-match': '"other"' });
    expect(deleted.status).toBe(204);
  }
});

test('a write returns the same ETag as a GET request for the resource', async () => {
  const created = await api.send<Schedule>('POST', '/api/v1/schedules', {
    name: 'News',
    schedule: { type: 'CRON', cronExpression: '0 9 * * *' },
    items: [{ url }],
  });
  const path = `/api/v1/schedules/${created.body.id}`;
  expect(created.headers.etag).toBe(await etagOf(path));
  const changed = await api.send('PATCH', path, { name: 'Sport' });
  expect(changed.headers.etag).toBe(await etagOf(path));
  const run = await api.send<{ id: number }>('POST', `${path}/run`);
  expect(run.headers.etag).toMatch(/^"[\w-]{43}"$/);
});
