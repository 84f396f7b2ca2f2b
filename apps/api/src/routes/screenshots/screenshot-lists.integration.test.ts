import { createHash } from 'node:crypto';
import type { ExpandedScreenshot, Page, ScheduleExecution, Screenshot } from '@shotclock/contracts';
import { createScreenshot } from '@shotclock/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, png, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
/** The IDs of the records by name. The screenshots were created in this order. */
const ids = { failed: 0, scheduled: [0], again: [0], manual: 0, waiting: 0 };
let scheduleId: number;
let itemIds: number[];
let executionIds: number[];

const path = '/api/v1/screenshots';
const page = 'https://example.com/news?a=1&b=%C3%BC+x';
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

async function list(query = '') {
  const response = await api.send<Page<ExpandedScreenshot>>('GET', `${path}${query}`);
  expect(response.status, query).toBe(200);
  return response.body;
}
const idsOf = async (query: string) => (await list(query)).content.map(({ id }) => id);

beforeAll(async () => {
  api = await createTestApi();
  ids.failed = (await api.createScreenshot({ url: 'https://example.com/' })).id;
  await api.work('the server did not respond');
  const schedule = await api.createSchedule([
    { url: page, extractHtml: true, thumbnailWidth: 10 },
    { url: 'https://example.com/' },
  ]);
  scheduleId = schedule.id;
  itemIds = schedule.items.map((item) => item.id);
  executionIds = [];
  for (let run = 0; run < 2; run += 1) {
    const execution = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${scheduleId}/run`);
    executionIds.push(execution.body.id);
    await api.work();
  }
  ids.manual = (await api.createScreenshot({ url: page })).id;
  await api.work();
  ids.waiting = (await api.createScreenshot({ url: page })).id;
  [ids.scheduled, ids.again] = (await Promise.all(
    executionIds.map((id) => idsOf(`?executionId=${id}&sort=id`)),
  )) as [number[], number[]];
  await createScreenshot(await api.otherAccount(), { request: { url: page } });
});
afterAll(() => api.close());

describe('listing screenshots', () => {
  test('returns every screenshot in the account, newest first, with exactly the fields of section 2.4', async () => {
    const all = await list();
    expect(all).toMatchObject({ page: 0, size: 20, totalElements: 7, totalPages: 1 });
    expect(all.content.map(({ id }) => id)).toEqual(
      [ids.failed, ...ids.scheduled, ...ids.again, ids.manual, ids.waiting].reverse(),
    );
    for (const screenshot of all.content)
      expect((await api.send('GET', `${path}/${screenshot.id}`)).body).toStrictEqual(screenshot);
  });

  const filters: [name: string, query: () => string, expected: () => number[]][] = [
    ['status FAILED', () => 'status=FAILED', () => [ids.failed]],
    ['status PENDING', () => 'status=PENDING', () => [ids.waiting]],
    ['status PROCESSING', () => 'status=PROCESSING', () => []],
    ['status SUCCESS', () => 'status=SUCCESS', () => [...ids.scheduled, ...ids.again, ids.manual]],
    ['finished=false', () => 'finished=false', () => [ids.waiting]],
    [
      'finished=true and an item',
      () => `finished=true&itemId=${itemIds[1]}`,
      () => [ids.scheduled[1]!, ids.again[1]!],
    ],
    ['a manual source', () => 'source=MANUAL_SCREENSHOT', () => [ids.failed, ids.manual, ids.waiting]],
    ['a scheduled source', () => 'source=SCHEDULED_SCREENSHOT', () => [...ids.scheduled, ...ids.again]],
    [
      'a URL',
      () => `url=${encodeURIComponent(page)}`,
      () => [ids.scheduled[0]!, ids.again[0]!, ids.manual, ids.waiting],
    ],
    [
      'a part of a URL',
      () => `urlContains=${encodeURIComponent('NEWS?a=1&b=')}`,
      () => [ids.scheduled[0]!, ids.again[0]!, ids.manual, ids.waiting],
    ],
    ['a part of a URL and a status', () => 'urlContains=example&status=FAILED', () => [ids.failed]],
    ['an exact URL, not a pattern', () => `url=${encodeURIComponent('https://example.com/%')}`, () => []],
    ['a schedule', () => `scheduleId=${scheduleId}`, () => [...ids.scheduled, ...ids.again]],
    ['an execution', () => `executionId=${executionIds[1]}`, () => ids.again],
    ['an item', () => `itemId=${itemIds[1]}`, () => [ids.scheduled[1]!, ids.again[1]!]],
    [
      'an item and an execution',
      () => `itemId=${itemIds[1]}&executionId=${executionIds[0]}`,
      () => [ids.scheduled[1]!],
    ],
    ['a schedule and a status', () => `scheduleId=${scheduleId}&status=FAILED`, () => []],
    ['source and status', () => 'source=MANUAL_SCREENSHOT&status=SUCCESS', () => [ids.manual]],
    ['a schedule that does not exist', () => 'scheduleId=987654', () => []],
    ['an execution ID above 2^53', () => 'executionId=9007199254740993', () => []],
    ['an item ID of 400 digits', () => `itemId=${'9'.repeat(400)}`, () => []],
  ];
  test.each(filters)('filters by %s', async (_name, query, expected) => {
    const found = await list(`?${query()}&sort=id`);
    expect(found.content.map(({ id }) => id)).toEqual(expected());
    expect(found.totalElements).toBe(expected().length);
  });

  test('limits createdAt to from and to, both inclusive', async () => {
    const { createdAt } = (await list(`?executionId=${executionIds[0]}`)).content[0]!;
    expect(await idsOf(`?from=${createdAt}&to=${createdAt}&sort=id`)).toEqual(ids.scheduled);
    const before = new Date(Date.parse(createdAt) - 1).toISOString();
    expect(await idsOf(`?to=${before}`)).toEqual([ids.failed]);
    expect((await list(`?from=${createdAt}`)).totalElements).toBe(6);
  });

  test('sorts by completion time, with unfinished screenshots last in ascending and first in descending order', async () => {
    const ascending = await idsOf('?sort=completedAt');
    expect(ascending[0]).toBe(ids.failed);
    expect(ascending.at(-1)).toBe(ids.waiting);
    expect(await idsOf('?sort=completedAt,desc')).toEqual(ascending.reverse());
  });

  const rejected: [query: string, errors: string[]][] = [
    ['status=DONE', ['/status invalid_value']],
    ['status=', ['/status invalid_value']],
    ['finished=maybe', ['/finished invalid_type']],
    ['source=MANUAL', ['/source invalid_value']],
    ['scheduleId=0', ['/scheduleId out_of_range']],
    ['executionId=x', ['/executionId invalid_type']],
    ['itemId=-1', ['/itemId out_of_range']],
    ['url=', ['/url too_short']],
    ['url=%00', ['/url invalid_text']],
    [`url=${'x'.repeat(8_193)}`, ['/url too_long']],
    ['from=2026-02-30', ['/from invalid_time']],
    ['from=2026-02-02&to=2026-02-01', ['/from after_to']],
    ['sort=url', ['/sort invalid_sort']],
    ['sort=%00', ['/sort invalid_text']],
    ['size=201', ['/size out_of_range']],
    ['expand=outcome', ['/expand invalid_expand']],
    ['status=FAILED&status=SUCCESS', ['/status duplicate']],
    ['q=x', ['/q unknown_parameter']],
  ];
  test.each(rejected)('rejects ?%s', async (query, errors) => {
    expectProblem(await api.send('GET', `${path}?${query}`), 'validation_failed', errors);
  });
});

describe('expand=capture', () => {
  test('includes details of a scheduled capture and the hashes of its artifacts', async () => {
    const response = await api.send<ExpandedScreenshot>('GET', `${path}/${ids.scheduled[0]}?expand=capture`);
    const plain = await api.send<Screenshot>('GET', `${path}/${ids.scheduled[0]}`);
    const html = `<p>Hello</p><script>alert(${png.length})</script>`;
    const base = `${origin}${path}/${ids.scheduled[0]}`;
    expect(response.body).toStrictEqual({
      ...plain.body,
      capture: {
        source: 'SCHEDULED_SCREENSHOT',
        scheduleId,
        attempts: 1,
        failureCode: null,
        failureImage: null,
        uncheckedReason: null,
        startedAt: expect.any(String),
        image: { url: `${base}/image`, sha256: sha256(png), bytes: png.length },
        thumbnail: { url: `${base}/thumbnail`, sha256: sha256(png), bytes: png.length },
        html: { url: `${base}/html`, sha256: sha256(html), bytes: html.length },
        text: null,
      },
    });
  });

  test('includes the failure code, and no artifacts', async () => {
    const { body } = await api.send<ExpandedScreenshot>('GET', `${path}/${ids.failed}?expand=capture`);
    expect(body.capture).toStrictEqual({
      source: 'MANUAL_SCREENSHOT',
      scheduleId: null,
      attempts: 1,
      failureCode: 'name_not_resolved',
      failureImage: null,
      uncheckedReason: null,
      startedAt: expect.any(String),
      image: null,
      thumbnail: null,
      html: null,
      text: null,
    });
  });

  test('includes the same fields in lists', async () => {
    for (const { capture, ...screenshot } of (await list('?expand=capture')).content) {
      const { body } = await api.send('GET', `${path}/${screenshot.id}?expand=capture`);
      expect(body).toStrictEqual({ ...screenshot, capture });
      expect(capture).toBeDefined();
    }
  });
});

describe('listing the screenshots of an execution', () => {
  const of = (id: number | string, query = '') => `/api/v1/executions/${id}/screenshots${query}`;

  test('returns one screenshot for each item, in pages', async () => {
    const response = await api.send<Page<Screenshot>>('GET', of(executionIds[1]!, '?sort=id&size=1&page=1'));
    expect(response.body).toMatchObject({ totalElements: 2, totalPages: 2, content: [{ id: ids.again[1] }] });
    expect(response.body.content[0]!.scheduleExecutionId).toBe(executionIds[1]);
    expect(response.body.content[0]).not.toHaveProperty('capture');
  });

  test('filters by status', async () => {
    const failed = await api.send('GET', of(executionIds[0]!, '?status=FAILED'));
    expect(failed.body).toMatchObject({ totalElements: 0 });
    const good = await api.send('GET', of(executionIds[0]!, '?status=SUCCESS&expand=capture'));
    expect(good.body).toMatchObject({ totalElements: 2, content: [{ capture: { scheduleId } }, {}] });
  });

  test('returns 404 for an unknown execution and rejects other filters', async () => {
    expectProblem(await api.send('GET', of(987_654)), 'not_found');
    expectProblem(await api.send('GET', of('9'.repeat(40))), 'not_found');
    expectProblem(await api.send('GET', of(executionIds[0]!, '?executionId=1')), 'validation_failed', [
      '/executionId unknown_parameter',
    ]);
  });
});
