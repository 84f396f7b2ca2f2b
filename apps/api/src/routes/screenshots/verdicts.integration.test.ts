import {
  type ContentCheck,
  type ExpandedScreenshot,
  type Page,
  PageRecord,
  type ScreenshotActivity,
} from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

const [gone] = PageRecord.examples;
const challenge = {
  ...gone!,
  httpStatus: 503,
  verdict: { kind: 'challenge', certainty: 'certain', vendor: 'cloudflare', evidence: ['response_header'] },
} as const satisfies PageRecord;
const ids = { gone: 0, challenge: 0, unknown: 0 };
let api: TestApi;

async function capture(page?: PageRecord): Promise<number> {
  const response = await api.send<ExpandedScreenshot>(
    'POST',
    '/api/v1/screenshots',
    { url: 'https://example.com/' },
    { prefer: 'respond-async' },
  );
  await api.work(undefined, page ? { page } : {});
  return response.body.id;
}

beforeAll(async () => {
  api = await createTestApi();
  ids.gone = await capture(gone);
  ids.challenge = await capture(challenge);
  ids.unknown = await capture();
});
afterAll(() => api.close());

const listed = async (path: string) => {
  const { body } = await api.send<Page<{ id?: number; screenshotId?: string }>>('GET', `/api/v1${path}`);
  expect(body.totalElements).toBe(body.content.length);
  return body.content.map(({ id, screenshotId }) => id ?? Number(screenshotId));
};

test('expand adds the page record, and the verdict with the HTTP status', async () => {
  const read = async (id: number) =>
    (await api.send<ExpandedScreenshot>('GET', `/api/v1/screenshots/${id}?expand=page,verdict`)).body;
  expect(await read(ids.gone)).toMatchObject({
    status: 'SUCCESS',
    page: gone,
    verdict: { ...gone!.verdict, httpStatus: 404 },
  });
  expect(await read(ids.unknown)).toMatchObject({ page: null, verdict: null });
  const { body } = await api.send<ExpandedScreenshot>('GET', `/api/v1/screenshots/${ids.gone}`);
  expect(body).not.toHaveProperty('page');
  expect(body).not.toHaveProperty('verdict');
});

test('lists and the feed can be filtered by verdict and HTTP status', async () => {
  for (const list of ['/screenshots?sort=id', '/activity/screenshots?sort=captureTime']) {
    expect(await listed(`${list}&verdict=challenge`)).toEqual([ids.challenge]);
    expect(await listed(`${list}&verdict=blank,http_error`)).toEqual([ids.gone]);
    expect(await listed(`${list}&httpStatus=404`)).toEqual([ids.gone]);
    expect(await listed(`${list}&httpStatus=4xx,503`)).toEqual([ids.gone, ids.challenge]);
    expect(await listed(`${list}&httpStatus=5xx&verdict=http_error`)).toEqual([]);
  }
});

test('the feed contains verdicts only with expand=verdict', async () => {
  const read = async (query: string) =>
    (await api.send<Page<ScreenshotActivity>>('GET', `/api/v1/activity/screenshots?sort=captureTime${query}`))
      .body.content;
  expect(await read('&expand=verdict')).toMatchObject([
    { verdict: { kind: 'http_error' } },
    { verdict: { kind: 'challenge', vendor: 'cloudflare', httpStatus: 503 } },
    { verdict: null },
  ]);
  for (const entry of await read('')) expect(entry).not.toHaveProperty('verdict');
});

test('expand=title adds the page title to records, and the title of the newest capture to items', async () => {
  const { id, items } = await api.createSchedule([{ url: 'https://example.com/titled' }]);
  const path = `/api/v1/schedules/${id}`;
  await api.send('PATCH', path, { policy: { detectChanges: true } });
  const read = async (list: string) =>
    (await api.send<Page<{ title: string }>>('GET', `/api/v1${list}`)).body.content.map(({ title }) => title);
  expect(await read(`/schedules/${id}/items?expand=title`)).toEqual([null]);
  for (const page of [{ ...gone!, title: 'Old' }, gone!, null]) {
    await api.send('POST', `${path}/run`);
    await (page ? api.work(undefined, { page }) : api.work('The server example.com did not respond.'));
  }
  const titles = ['Old', gone!.title];
  expect(await read(`/screenshots?sort=id&itemId=${items[0]!.id}&expand=title`)).toEqual([...titles, null]);
  expect(await read('/activity/screenshots?urlContains=titled&sort=captureTime&expand=title')).toEqual([
    ...titles,
    null,
  ]);
  expect(await read(`/content-changes?scheduleId=${id}&sort=id&expand=title`)).toEqual([...titles, null]);
  expect(await read(`/schedules/${id}/items?expand=title`)).toEqual([gone!.title]);
  expect(await read('/items?urlContains=titled&expand=title')).toEqual([gone!.title]);
  expect((await api.send('GET', `${path}/newest-captures`)).body).toMatchObject({
    captures: [{ title: gone!.title }],
  });
  expect(await read('/items?urlContains=titled')).toEqual([undefined]);
  const [check] = (
    await api.send<Page<ContentCheck>>('GET', `/api/v1/content-changes?scheduleId=${id}&sort=id`)
  ).body.content;
  expect((await api.send('GET', `/api/v1/content-changes/${check!.id}?expand=title`)).body).toMatchObject({
    title: 'Old',
  });
});

test.each([
  ['verdict=', '/verdict invalid_verdict'],
  ['verdict=challenge,robot', '/verdict invalid_verdict'],
  ['httpStatus=600', '/httpStatus invalid_status'],
  ['httpStatus=4x', '/httpStatus invalid_status'],
  ['httpStatus=404,', '/httpStatus invalid_status'],
])('a filter by %s is rejected', async (query, error) => {
  for (const list of ['/screenshots', '/activity/screenshots', '/executions/1/screenshots'])
    expectProblem(await api.send('GET', `/api/v1${list}?${query}`), 'validation_failed', [error]);
});

test('retry-failed rejects other values of include', async () => {
  expectProblem(
    await api.send('POST', '/api/v1/executions/1/retry-failed?include=all'),
    'validation_failed',
    ['/include invalid_value'],
  );
});
