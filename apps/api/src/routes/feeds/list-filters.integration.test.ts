import type {
  ContentChangeActivity,
  ExpandedExecution,
  ListedSchedule,
  Page,
  Schedule,
  ScheduleExecution,
  ScreenshotActivity,
  WalletEntry,
} from '@shotclock/contracts';
import { createSchedule, runSchedule } from '@shotclock/core';
import { dispatchDue } from '@shotclock/core/test/dispatch-due';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenapiDocument } from '../../openapi/openapi-document.ts';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
let news: Schedule;
let deleted: Schedule;
/** Executions in the order in which they started. */
const ids = { completed: 0, failed: 0, ofDeleted: 0, active: 0 };

async function list<T>(path: string): Promise<T[]> {
  const response = await api.send<Page<T>>('GET', `/api/v1${path}`);
  expect(response.status, path).toBe(200);
  expect(response.body.totalElements, path).toBe(response.body.content.length);
  return response.body.content;
}

async function run(schedule: Schedule): Promise<number> {
  const { body } = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${schedule.id}/run`);
  return body.id;
}

beforeAll(async () => {
  api = await createTestApi();
  news = await api.createSchedule([{ url: 'https://example.com/news' }], 'Daily NEWS, Österreich');
  deleted = await api.createSchedule([{ url: 'https://example.com/old' }], '100% of news_2');
  ids.completed = await run(news);
  await api.work();
  ids.failed = await run(news);
  await api.work('The server example.com did not respond.');
  ids.ofDeleted = await run(deleted);
  await api.work();
  await api.send(
    'POST',
    '/api/v1/content-changes',
    { url: 'https://example.com/' },
    { prefer: 'respond-async' },
  );
  await api.work();
  await api.send('POST', '/api/v1/wallet/top-ups', { amount: 5, description: 'Invoice 7' });
  ids.active = await run(news);
});
afterAll(() => api.close());

describe('schedules are filtered', () => {
  const names = async (query: string) =>
    (await list<ListedSchedule>(`/schedules?sort=id&${query}`)).map(({ name }) => name);

  test.each([
    ['name=news', ['Daily NEWS, Österreich', '100% of news_2']],
    ['name=%C3%B6STER', ['Daily NEWS, Österreich']],
    ['name=100%25', ['100% of news_2']],
    ['name=news_', ['100% of news_2']],
    ['name=news%25', []],
    ['name=\\', []],
    ['status=COMPLETED', []],
    ['status=ACTIVE&name=daily', ['Daily NEWS, Österreich']],
    ['nextRunFrom=2999-01-01', ['Daily NEWS, Österreich', '100% of news_2']],
    ['nextRunFrom=2999-01-01&nextRunTo=2999-01-01T00:00:00Z', ['Daily NEWS, Österreich', '100% of news_2']],
    ['nextRunTo=2998-12-31', []],
    ['nextRunFrom=2999-01-02', []],
  ])('by %s', async (query, expected) => expect(await names(query)).toEqual(expected));

  test('and an invalid period is refused', async () => {
    expectProblem(await api.send('GET', '/api/v1/schedules?nextRunFrom=soon'), 'validation_failed', [
      '/nextRunFrom invalid_time',
    ]);
    expectProblem(
      await api.send('GET', '/api/v1/schedules?nextRunFrom=2027-01-02&nextRunTo=2027-01-01'),
      'validation_failed',
      ['/nextRunFrom after_to'],
    );
  });
});

describe('executions are filtered', () => {
  const executions = async (query: string, of = '') =>
    (await list<ExpandedExecution>(`${of}/executions?sort=id&${query}`)).map(({ id }) => id);

  test('across schedules', async () => {
    expect(await executions('')).toEqual([ids.completed, ids.failed, ids.ofDeleted, ids.active]);
    expect(await executions('status=COMPLETED')).toEqual([ids.completed, ids.ofDeleted]);
    expect(await executions('status=FAILED')).toEqual([ids.failed]);
    expect(await executions('status=PROCESSING')).toEqual([ids.active]);
    expect(await executions(`scheduleId=${news.id}&status=COMPLETED`)).toEqual([ids.completed]);
    expect(await executions('scheduleId=987654')).toEqual([]);
    expect(await executions('scheduleId=9007199254740993')).toEqual([]);
    expect(await executions('trigger=SCHEDULE')).toEqual([]);
    expect(await executions('trigger=MANUAL&from=2001-01-01')).toHaveLength(4);
    expect(await executions('to=2001-01-01')).toEqual([]);
    expect(await executions('from=2001-01-01&status=COMPLETED')).toEqual([ids.completed, ids.ofDeleted]);
  });

  test('within a schedule', async () => {
    const of = `/schedules/${news.id}`;
    expect(await executions('', of)).toEqual([ids.completed, ids.failed, ids.active]);
    expect(await executions('status=FAILED', of)).toEqual([ids.failed]);
    expect(await executions('from=2001-01-01&to=2001-01-02', of)).toEqual([]);
  });

  test('only within the account', async () => {
    const other = await api.otherAccount();
    expect(other.accountId).not.toBe(1);
    const { body } = await api.send<Page<ExpandedExecution>>('GET', '/api/v1/executions?size=1');
    expect(body).toMatchObject({ totalElements: 4, totalPages: 4 });

    const schedule = { type: 'CRON', cronExpression: '0 9 * * *' } as const;
    const { id: scheduleId } = await createSchedule(other, { name: 'Theirs', schedule });
    await runSchedule(other, { scheduleId });
    expect(await executions(`scheduleId=${scheduleId}`)).toEqual([]);
  });

  test('by whether the run was skipped, and every list includes the reason', async () => {
    const { db } = api.context;
    await db.orm.execute(
      `update schedules set next_run_at = now() - interval '1 second' where id = ${news.id}`,
    );
    await dispatchDue(api.context);
    for (const of of ['', `/schedules/${news.id}`]) {
      const skipped = await list<ExpandedExecution>(`${of}/executions?skipped=true&expand=outcome`);
      expect(skipped).toMatchObject([{ status: 'FAILED', totalItems: 0, outcome: { trigger: 'SCHEDULE' } }]);
      expect(skipped[0]!.outcome!.reason).toContain('still');
      expect(await executions('skipped=false', of)).not.toContain(skipped[0]!.id);
      expect(await executions('trigger=SCHEDULE', of)).toEqual([skipped[0]!.id]);
    }
  });
});

describe('the activity feed is filtered', () => {
  const urls = async (query: string) =>
    (await list<ScreenshotActivity>(`/activity/screenshots?sort=createdAt&${query}`)).map(({ url }) => url);

  test.each([
    ['url=https://example.com/news', ['https://example.com/news', 'https://example.com/news']],
    ['url=https://example.com/new', []],
    ['urlContains=EXAMPLE.com/new', ['https://example.com/news', 'https://example.com/news']],
    ['urlContains=com/&source=MANUAL_SCREENSHOT', ['https://example.com/']],
    ['urlContains=example%25', []],
    ['urlContains=/&url=https://example.com/&status=FAILED', []],
    ['status=FAILED', ['https://example.com/news']],
    ['status=COMPLETED&source=MANUAL_SCREENSHOT', ['https://example.com/']],
    ['description=EXAMPLE.com', ['https://example.com/news']],
    ['description=exampleXcom', []],
    ['from=2001-01-01&to=2001-01-02&status=FAILED', []],
  ])('by %s', async (query, expected) => expect(await urls(query)).toEqual(expected));

  test('by schedule', async () => {
    expect(await urls(`scheduleId=${news.id}`)).toHaveLength(2);
    expect(await urls(`scheduleId=${news.id}&status=COMPLETED`)).toHaveLength(1);
    expect(await urls('scheduleId=987654')).toEqual([]);
  });
});

test('both activity feeds accept the same filters, except for the kind of record and the verdict', async () => {
  const others = ['source', 'transactionType', 'verdict', 'httpStatus', 'expand'];
  const filtersOf = async (feed: string) => {
    const path = `/api/v1/activity/${feed}`;
    const { body } = await api.send<OpenapiDocument>('GET', '/openapi.json');
    const inQuery = body.paths[path]!.get!.parameters!.filter((one) => one.in === 'query');
    return inQuery.map(({ name }) => name).filter((name) => !others.includes(name));
  };
  expect((await filtersOf('content-changes')).sort()).toEqual((await filtersOf('screenshots')).sort());
  for (const feed of ['content-changes', 'screenshots'])
    expectProblem(await api.send('GET', `/api/v1/activity/${feed}?status=PENDING`), 'validation_failed', [
      '/status invalid_value',
    ]);
});

describe('the ledger', () => {
  test('is read in full, newest first', async () => {
    const entries = await list<WalletEntry>('/wallet/entries');
    expect(entries.map(({ referenceType }) => referenceType)).toEqual([
      'TOP_UP',
      'CONTENT_CHANGE',
      'OPENING',
    ]);
    expect(entries[0]).toStrictEqual({
      transactionType: 'CREDIT',
      referenceType: 'TOP_UP',
      referenceId: expect.any(String),
      amount: 5,
      balanceBefore: entries[1]!.balanceAfter,
      balanceAfter: entries[1]!.balanceAfter + 5,
      status: 'SUCCESS',
      description: 'Invoice 7',
      createdAt: expect.any(String),
    });
  });

  test.each([
    ['referenceType=TOP_UP', 1],
    ['transactionType=CREDIT', 2],
    ['transactionType=DEBIT&referenceType=OPENING', 0],
    ['description=invoice', 1],
    ['from=2001-01-01', 3],
    ['to=2001-01-01', 0],
  ])('is filtered by %s', async (query, count) =>
    expect(await list(`/wallet/entries?${query}`)).toHaveLength(count),
  );

  test.each([
    ['url=https://example.com/', 1],
    ['url=https://example.com/news', 0],
    ['urlContains=example.COM', 1],
    ['urlContains=news', 0],
    ['scheduleId=1', 0],
    ['transactionType=CREDIT', 0],
    ['status=SUCCESS', 1],
    ['status=SUCCESS&transactionType=CREDIT', 0],
    ['description=check%20of', 1],
  ])('of content-change checks is filtered by %s', async (query, count) =>
    expect(await list<ContentChangeActivity>(`/activity/content-changes?${query}`)).toHaveLength(count),
  );
});
