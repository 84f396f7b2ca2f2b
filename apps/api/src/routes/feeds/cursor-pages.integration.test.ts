import type { Page, ScheduleExecution } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
let scheduleId: number;
let executionId: number;

type Listed = Page<Record<string, unknown>>;
const url = 'https://example.com/';

beforeAll(async () => {
  api = await createTestApi();
  const items = ['a', 'b', 'c'].map((path) => ({ url: `${url}${path}` }));
  scheduleId = (await api.createSchedule(items)).id;
  for (let n = 0; n < 3; n += 1) {
    await api.createSchedule([], `Schedule ${n}`);
    const run = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${scheduleId}/run`);
    executionId = run.body.id;
    await api.work();
    await api.send('POST', '/api/v1/wallet/top-ups', { amount: 1 + n });
    await api.send('POST', '/api/v1/content-changes', { url }, { prefer: 'respond-async' });
    await api.work();
  }
});
afterAll(() => api.close());

const get = async (path: string): Promise<Listed> => {
  const response = await api.send<Listed>('GET', path);
  expect(response.status, path).toBe(200);
  return response.body;
};

/** Reads a whole list with a cursor. `beforeEach` runs before every page except the first. */
async function readWithCursor(path: string, size: number, beforeEach = async () => {}) {
  const pages: Listed[] = [];
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    if (pages.length > 0) await beforeEach();
    const page: Listed = await get(`${path}${path.includes('?') ? '&' : '?'}size=${size}&cursor=${cursor}`);
    pages.push(page);
    cursor = page.nextCursor;
  }
  return pages;
}

describe('a list that is read with a cursor', () => {
  const lists: [path: () => string, sorts: string[]][] = [
    [() => '/api/v1/schedules', ['createdAt', 'id']],
    [() => `/api/v1/schedules/${scheduleId}/items`, ['createdAt', 'id', 'position']],
    [() => `/api/v1/schedules/${scheduleId}/executions`, ['createdAt', 'id', 'startedAt']],
    [() => '/api/v1/executions', ['createdAt', 'id']],
    [() => `/api/v1/executions/${executionId}/screenshots`, ['createdAt', 'id']],
    [() => '/api/v1/screenshots', ['createdAt', 'id']],
    [() => '/api/v1/content-changes', ['createdAt', 'id']],
    [() => '/api/v1/activity/screenshots', ['createdAt', 'captureTime']],
    [() => '/api/v1/activity/content-changes', ['createdAt']],
    [() => '/api/v1/wallet/entries', ['createdAt']],
  ];
  const cases = lists.flatMap(([path, sorts]) =>
    sorts.flatMap((sort) => ['asc', 'desc'].map((direction) => ({ path, sort, direction }))),
  );
  test.each(cases)(
    'contains the same records: $path, $sort, $direction',
    async ({ path, sort, direction }) => {
      const list = `${path()}?sort=${sort},${direction}`;
      const whole = await get(`${list}&size=200`);
      expect(whole.content.length).toBeGreaterThan(2);
      expect(whole).not.toHaveProperty('nextCursor');
      for (const size of [1, 2, whole.content.length]) {
        const pages = await readWithCursor(list, size);
        expect(pages.flatMap(({ content }) => content)).toEqual(whole.content);
        expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index));
        expect(pages).toHaveLength(Math.ceil(whole.content.length / size));
        for (const { totalElements } of pages) expect(totalElements).toBe(whole.totalElements);
      }
    },
  );

  test('neither repeats nor skips records that are added or deleted between pages', async () => {
    const path = `/api/v1/activity/screenshots?url=${url}`;
    const before = (await get(`${path}&size=200`)).content.map(({ screenshotId }) => screenshotId);
    const pages = await readWithCursor(path, 1, async () => {
      await api.createScreenshot();
      await api.work();
    });
    expect(pages.flatMap(({ content }) => content.map(({ screenshotId }) => screenshotId))).toEqual(before);
    expect(new Set(pages.map(({ totalElements }) => totalElements))).toEqual(new Set([before.length]));
    expect((await get(path)).totalElements).toBeGreaterThan(before.length);

    const [newest, second] = (await get(`${path}&size=200`)).content.map(({ screenshotId }) => screenshotId);
    const [first] = await readWithCursor(path, 1, async () => {
      await api.send('DELETE', `/api/v1/screenshots/${newest}`);
    });
    expect(first!.content[0]!.screenshotId).toBe(newest);
    expect((await get(`${path}&size=1&cursor=${first!.nextCursor}`)).content[0]!.screenshotId).toBe(second);
  });
});

describe('the API refuses a cursor', () => {
  test.each([
    ['that is not a cursor', '?cursor=abc', ['/cursor invalid_cursor']],
    ['with a page', '?cursor=&page=1', ['/page not_with_cursor']],
    ['with a sort field that changes', '?cursor=&sort=completedAt', ['/sort not_with_cursor']],
    ['twice', '?cursor=&cursor=', ['/cursor duplicate']],
    ['that is too long', `?cursor=${'a'.repeat(257)}`, ['/cursor too_long']],
  ])('%s', async (_what, query, errors) => {
    expectProblem(await api.send('GET', `/api/v1/screenshots${query}`), 'validation_failed', errors);
  });

  test('if it was issued for another list, order or filter', async () => {
    const { nextCursor } = await get('/api/v1/screenshots?size=1&cursor=');
    const path = `/api/v1/screenshots?cursor=${nextCursor}`;
    expect((await get(path)).page).toBe(1);
    expect((await get(`${path}&size=3&expand=capture&sort=createdAt,desc`)).content).toHaveLength(3);
    for (const other of [
      `${path}&sort=id`,
      `${path}&status=SUCCESS`,
      path.replace('screenshots', 'executions'),
      path.replace('screenshots', `executions/${executionId}/screenshots`),
      path.replace('screenshots', 'content-changes'),
    ])
      expectProblem(await api.send('GET', other), 'validation_failed', ['/cursor invalid_cursor']);
  });

  test("if it was issued for another schedule's executions", async () => {
    const other = await api.createSchedule();
    const { nextCursor } = await get(`/api/v1/schedules/${scheduleId}/executions?size=1&cursor=`);
    const path = `/api/v1/schedules/${other.id}/executions?cursor=${nextCursor}`;
    expectProblem(await api.send('GET', path), 'validation_failed', ['/cursor invalid_cursor']);
  });

  test.each([
    ['createdAt', 'a number', 7],
    ['createdAt', 'a year that Postgres does not support', '0000-01-01T00:00:00.000Z'],
    ['createdAt', 'a day that does not exist', '2026-02-30T00:00:00.000Z'],
    ['createdAt', 'arbitrary text', 'soon'],
    ['id', 'a time', '2026-02-28T00:00:00.000Z'],
  ])('that was changed so that its %s is %s', async (sort, _what, value) => {
    const path = `/api/v1/screenshots?sort=${sort}&size=1&cursor=`;
    const { nextCursor } = await get(path);
    const [selection, page, total, id] = JSON.parse(Buffer.from(nextCursor!, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify([selection, page, total, id, value])).toString('base64url');
    expectProblem(await api.send('GET', `${path}${changed}`), 'validation_failed', [
      '/cursor invalid_cursor',
    ]);
  });
});
