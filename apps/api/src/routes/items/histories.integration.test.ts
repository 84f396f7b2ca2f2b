import type { ItemCaptures, Screenshot, ScreenshotHistory } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
let item: string;
let captures: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id, items } = await api.createSchedule([{ url: 'https://example.com/' }]);
  captures = `/api/v1/schedules/${id}/items/${items[0]!.id}/captures`;
  item = `/api/v1/schedules/${id}/items/${items[0]!.id}/history`;
});
afterAll(() => api.close());

const path = '/api/v1/screenshot-history';
const read = (query = '') => api.send<ScreenshotHistory>('GET', `${path}${query}`);

test("the capture history includes today's captures", async () => {
  const capture = { url: 'https://example.com/' };
  const { body } = await api.send<Screenshot>('POST', '/api/v1/screenshots', capture, {
    prefer: 'respond-async',
  });
  const counts = async (query?: string) => {
    const { status, body: history } = await read(query);
    expect(status).toBe(200);
    return history.periods.map(({ start, end, ...numbers }) => {
      expect(start <= body.createdAt && body.createdAt < end).toBe(true);
      return numbers;
    });
  };
  expect(await counts()).toEqual([{ captures: 1, successes: 0, failures: 0, unfinished: 1 }]);
  await api.work();
  const done = [{ captures: 1, successes: 1, failures: 0, unfinished: 0 }];
  expect(await counts('?by=hour&timezone=Asia/Kathmandu')).toEqual(done);
  expect(await counts(`?from=${body.createdAt}&to=${body.createdAt}`)).toEqual(done);
  expect((await api.send('DELETE', `/api/v1/screenshots/${body.id}`)).status).toBe(204);
  expect(await counts()).toEqual([]);
});

describe.each([
  ['the account', () => path],
  ['an item', () => item],
])('the query for a history of %s', (_of, pathOf) => {
  const errors: [query: string, error: string][] = [
    ['by=week', '/by invalid_value'],
    ['from=yesterday', '/from invalid_time'],
    ['from=2026-11-21&to=2026-11-20', '/from after_to'],
    ['timezone=Europe/Atlantis', '/timezone unknown_timezone'],
    ['from=2023-01-01&to=2026-01-01', '/from too_many_periods'],
    ['by=hour&from=2026-01-01&to=2026-03-01', '/from too_many_periods'],
    ['from=2999-01-01', '/from too_many_periods'],
  ];
  test.each(errors)('is rejected: %s', async (query, error) => {
    expectProblem(await api.send('GET', `${pathOf()}?${query}`), 'validation_failed', [error]);
  });

  test.each([
    'from=0001-01-01&to=0001-01-01&timezone=Europe/Paris',
    'from=9999-12-31&to=9999-12-31',
    'by=hour&from=9999-12-31T23:00:00Z&to=9999-12-31T23:30:00Z',
  ])('may start on the first day and end on the last one: %s', async (query) => {
    const response = await api.send<ScreenshotHistory>('GET', `${pathOf()}?${query}`);
    expect(response.status).toBe(200);
    expect(response.body.periods).toEqual([]);
  });
});

describe("the query for an item's captures", () => {
  test.each([
    ['at=yesterday', ['/at invalid_time']],
    ['at=2026-11-21&screenshotId=1', ['/screenshotId not_with_at']],
    ['expand=capture', ['/expand invalid_expand']],
    ['before=501', ['/before out_of_range']],
  ])('is rejected: %s', async (query, errors) => {
    expectProblem(await api.send('GET', `${captures}?${query}`), 'validation_failed', errors);
  });

  test('rejects IDs of captures that do not belong to the item, and reports the parameters', async () => {
    const query = `screenshotId=${'9'.repeat(40)}&otherScreenshotId=987654`;
    const errors = ['/screenshotId unknown_capture', '/otherScreenshotId unknown_capture'];
    expectProblem(await api.send('GET', `${captures}?${query}`), 'not_found', errors);
  });

  test('has defaults, and returns an empty list for an item without captures', async () => {
    const { status, body } = await api.send<ItemCaptures>('GET', captures);
    expect(status).toBe(200);
    expect(body).toEqual({ captures: [], firstIndex: 0, total: 0, hasEarlier: false, hasLater: false });
  });
});
