import type { Page, ScreenshotActivity } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
let failedId: number;
let scheduledTime: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.createSchedule([{ url: 'https://example.com/scheduled', extractText: true }]);
  await api.send('POST', `/api/v1/schedules/${id}/run`);
  await api.work();
  failedId = (await api.createScreenshot({ url: 'https://example.com/manual' })).id;
  await api.work('the server did not respond');
  await api.createScreenshot();
  scheduledTime = (await list('?sort=createdAt,asc')).content[0]!.captureTime;
});
afterAll(() => api.close());

const path = '/api/v1/activity/screenshots';

async function list(query: string) {
  const response = await api.send<Page<ScreenshotActivity>>('GET', `${path}${query}`);
  expect(response.status).toBe(200);
  return response.body;
}

describe('4.5 Screenshot activity', () => {
  test('lists finished captures, newest first, with exactly the fields of section 2.5', async () => {
    const page = await list('');
    expect(page).toMatchObject({ page: 0, size: 20, totalElements: 2, totalPages: 1 });
    const [failed, scheduled] = page.content;
    expect(failed).toStrictEqual({
      screenshotId: String(failedId),
      source: 'MANUAL_SCREENSHOT',
      url: 'https://example.com/manual',
      imageUrl: null,
      responseType: 'json',
      extractedHtmlUrl: null,
      extractedTextUrl: null,
      status: 'FAILED',
      description: 'the server did not respond',
      captureTime: expect.any(String),
    });
    const base = `${origin}/api/v1/screenshots/${scheduled!.screenshotId}`;
    expect(scheduled).toMatchObject({
      source: 'SCHEDULED_SCREENSHOT',
      status: 'COMPLETED',
      imageUrl: `${base}/image`,
      extractedTextUrl: `${base}/text`,
    });
  });

  test('filters by source', async () => {
    expect((await list('?source=MANUAL_SCREENSHOT')).content.map(({ screenshotId }) => screenshotId)).toEqual(
      [String(failedId)],
    );
    expect((await list('?source=SCHEDULED_SCREENSHOT')).totalElements).toBe(1);
  });

  test('includes both bounds of the period, to the millisecond', async () => {
    const next = new Date(Date.parse(scheduledTime) + 1).toISOString();
    expect((await list(`?from=${scheduledTime}&to=${scheduledTime}`)).totalElements).toBe(1);
    expect((await list(`?from=${next}`)).totalElements).toBe(1);
    expect((await list(`?from=${scheduledTime}`)).totalElements).toBe(2);
    const dayOf = scheduledTime.slice(0, 10);
    expect((await list(`?from=${dayOf}`)).totalElements).toBe(2);
    expect((await list('?from=2999-01-01T00:00:00 02:00')).totalElements).toBe(0);
    expect((await list('?to=0001-01-01')).totalElements).toBe(0);
  });

  test('rounds both bounds of a period that has microseconds the same way', async () => {
    const fine = scheduledTime.replace('Z', '500Z');
    expect((await list(`?from=${fine}&to=${fine}`)).totalElements).toBe(1);
  });

  test('can be sorted by captureTime, with the direction in upper or lower case', async () => {
    const ids = async (sort: string) => (await list(`?sort=${sort}`)).content.map((one) => one.screenshotId);
    expect(await ids('captureTime,ASC')).toEqual(await ids('createdAt,asc'));
    expect(await ids('createdAt,DESC')).toEqual(await ids('createdAt,desc'));
  });

  const rejected: [query: string, errors: string[]][] = [
    ['source=MANUAL', ['/source invalid_value']],
    ['source=', ['/source invalid_value']],
    ['from=yesterday', ['/from invalid_time']],
    ['from=2026-02-30', ['/from invalid_time']],
    ['to=2026-01-01T25:00', ['/to invalid_time']],
    ['from=', ['/from invalid_time']],
    ['from=0000-01-01', ['/from invalid_time']],
    ['from=2026-01-02&to=2026-01-01', ['/from after_to']],
    ['from=1&to=2', ['/from invalid_time', '/to invalid_time']],
    ['from=2026-01-01&from=2026-01-02', ['/from duplicate']],
    ['sort=capturetime', ['/sort invalid_sort']],
    ['Source=MANUAL_SCREENSHOT', ['/Source unknown_parameter']],
  ];
  test.each(rejected)('rejects ?%s', async (query, errors) => {
    expectProblem(await api.send('GET', `${path}?${query}`), 'validation_failed', errors);
  });
});

describe('4.6 Content-change activity', () => {
  const feed = '/api/v1/activity/content-changes';

  test('returns an empty page while there are no checks', async () => {
    const response = await api.send(
      'GET',
      `${feed}?page=0&size=5&sort=createdAt,asc&from=2026-01-01&to=2999-01-01`,
    );
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({ content: [], page: 0, size: 5, totalElements: 0, totalPages: 0 });
  });

  test('has no source parameter', async () => {
    const response = await api.send('GET', `${feed}?source=MANUAL_SCREENSHOT&to=never`);
    const problem = expectProblem(response, 'validation_failed');
    expect(problem.errors?.map(({ path }) => path).sort()).toEqual(['/source', '/to']);
  });
});
