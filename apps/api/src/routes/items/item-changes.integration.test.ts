import type {
  ItemComparison,
  Page,
  Schedule,
  ScheduleItem,
  Screenshot,
  UpdateItemBody,
} from '@shotclock/contracts';
import { createSchedule } from '@shotclock/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
let foreign: string;
beforeAll(async () => {
  api = await createTestApi();
  const schedule = await createSchedule(await api.otherAccount(), {
    name: 'theirs',
    schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' },
    items: [{ url }],
  });
  foreign = `/api/v1/schedules/${schedule.id}/items/${schedule.items[0]!.id}`;
});
afterAll(() => api.close());

const url = 'https://example.com/';

async function itemOf(settings: object) {
  const schedule = await api.createSchedule([{ url, ...settings }]);
  const item = schedule.items[0]!;
  return { scheduleId: schedule.id, item, path: `/api/v1/schedules/${schedule.id}/items/${item.id}` };
}

const patch = (path: string, body: unknown) => api.send<ScheduleItem>('PATCH', path, body);

describe('PATCH of an item', () => {
  test('changes only the fields in the request', async () => {
    const { item, path } = await itemOf({ width: 800, quality: 5, userAgent: 'Shotclock/1' });
    const response = await patch(path, { width: 1_024, url: 'https://example.com/new' });
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({
      ...item,
      width: 1_024,
      url: 'https://example.com/new',
      updatedAt: expect.any(String),
    });
    expect(response.body.updatedAt > item.updatedAt).toBe(true);
    expect((await api.send('GET', path)).body).toStrictEqual(response.body);
  });

  test('resets each field that is null to its default', async () => {
    const settings = {
      width: 10,
      height: 10,
      fullPage: false,
      format: 'jpeg',
      responseType: 'json',
      quality: 5,
      delay: 1,
      waitUntil: 'network_idle',
      waitUntilTimeout: 5,
      waitFor: 'p',
      crop: null,
      element: 'p',
      thumbnailWidth: 5,
      userAgent: 'x',
      acceptLanguage: 'fr',
      extractHtml: true,
      extractText: true,
    };
    const { item, path } = await itemOf(settings);
    const bare = (await itemOf({})).item;
    const nulls = Object.fromEntries(Object.keys(settings).map((name) => [name, null]));
    const response = await patch(path, nulls);
    expect(response.body).toStrictEqual({
      ...bare,
      id: item.id,
      createdAt: item.createdAt,
      updatedAt: expect.any(String),
    });
  });

  const rejected: [body: unknown, errors: string[]][] = [
    [undefined, [' required']],
    [[{ width: 5 }], [' invalid_type']],
    [{ url: null }, ['/url invalid_type']],
    [{ url: 'ftp://example.com/' }, ['/url invalid_url']],
    [{ responseType: 'image' }, ['/responseType unsupported']],
    [{ fullPage: true, crop: '0,0,1,1' }, ['/crop conflict']],
    [{ crop: '1' }, ['/crop invalid_crop']],
    [
      { width: 0, quality: '1', zoom: 1 },
      ['/width out_of_range', '/quality invalid_type', '/zoom unknown_field'],
    ],
    [{ id: 7 }, ['/id unknown_field']],
  ];
  test.each(rejected)('rejects %j', async (body, errors) => {
    const { item, path } = await itemOf({});
    expectProblem(await patch(path, body), 'validation_failed', errors);
    expect((await api.send('GET', path)).body).toStrictEqual(item);
  });

  test('rejects URLs that must not be captured', async () => {
    const { path } = await itemOf({});
    expectProblem(await patch(path, { url: 'http://127.0.0.1/' }), 'url_not_allowed', [
      '/url url_not_allowed',
    ]);
  });

  const results: [stored: object, sent: UpdateItemBody, errors: string[]][] = [
    [{ crop: '0,0,1,1' }, { fullPage: true }, ['/fullPage conflict']],
    [{ element: 'p' }, { fullPage: true }, ['/fullPage conflict']],
    [{ fullPage: true }, { crop: '0,0,1,1' }, ['/crop conflict']],
    [{ fullPage: true }, { element: 'p' }, ['/element conflict']],
    [{ element: 'p' }, { crop: '0,0,1,1' }, ['/crop conflict']],
    [{ crop: '0,0,1,1' }, { element: 'p' }, ['/element conflict']],
    [{ width: 7_680 }, { height: 4_321 }, ['/height too_large']],
    [{ height: 4_320 }, { width: 7_681 }, ['/width too_large']],
  ];
  test.each(results)(
    'with the stored settings %j rejects %j and reports the fields in the request',
    async (stored, sent, errors) => {
      const { item, path } = await itemOf(stored);
      expectProblem(await patch(path, sent), 'validation_failed', errors);
      expect((await api.send('GET', path)).body).toStrictEqual(item);
    },
  );

  test.each([
    [{ crop: '0,0,1,1' }, { fullPage: true, crop: null }],
    [{ fullPage: true }, { fullPage: null, element: 'p' }],
    [
      { width: 7_680, height: 4_320 },
      { height: 16_384, width: 100 },
    ],
  ])('with the stored settings %j accepts %j', async (stored, sent) => {
    const { path } = await itemOf(stored);
    expect((await patch(path, sent)).status).toBe(200);
  });

  test('does not change the settings of pending and finished captures', async () => {
    const { scheduleId, item, path } = await itemOf({ width: 800 });
    await api.send('POST', `/api/v1/schedules/${scheduleId}/run`);
    await patch(path, { width: 1_024, url: 'https://example.com/new' });
    await api.work();
    await api.send('POST', `/api/v1/schedules/${scheduleId}/run`);
    await api.work();
    const list = await api.send<Page<Screenshot>>('GET', `/api/v1/screenshots?itemId=${item.id}&sort=id`);
    expect(list.body.content.map((one) => [one.width, one.url])).toEqual([
      [800, url],
      [1_024, 'https://example.com/new'],
    ]);
  });

  test('keeps every change if many requests are sent concurrently', async () => {
    const { path } = await itemOf({});
    const changes: UpdateItemBody[] = [
      { width: 11 },
      { height: 12 },
      { quality: 13 },
      { delay: 1.5 },
      { waitFor: 'p' },
    ];
    await Promise.all(changes.map((change) => patch(path, change)));
    expect((await api.send('GET', path)).body).toMatchObject(Object.assign({}, ...changes));
  });
});

describe('DELETE of an item', () => {
  test('removes the item from its schedule and from later runs, and keeps its screenshots', async () => {
    const { scheduleId, item, path } = await itemOf({});
    await api.addItems(scheduleId, [{ url: `${url}kept` }]);
    await api.send('POST', `/api/v1/schedules/${scheduleId}/run`);
    const response = await api.send('DELETE', path);
    expect(response.status).toBe(204);
    expect(response.bytes).toHaveLength(0);
    expect(await api.work()).toBe(2);

    const schedule = await api.send<{ items: ScheduleItem[] }>('GET', `/api/v1/schedules/${scheduleId}`);
    expect(schedule.body.items.map((one) => one.url)).toEqual([`${url}kept`]);
    const list = await api.send<Page<Screenshot>>('GET', `/api/v1/screenshots?itemId=${item.id}`);
    expect(list.body.content).toMatchObject([{ status: 'SUCCESS', scheduleItemId: item.id }]);
    const run = await api.send('POST', `/api/v1/schedules/${scheduleId}/run`);
    expect(run.body).toMatchObject({ totalItems: 1 });
    await api.work();
  });

  test('makes room for another item in a full schedule', async () => {
    const { id, items } = await api.createSchedule(Array(4).fill({ url }));
    expect((await api.addItems(id, Array(4).fill({ url }))).status).toBe(201);
    await api.send('DELETE', `/api/v1/schedules/${id}/items/${items[0]!.id}`);
    expect((await api.addItems(id, [{ url }])).status).toBe(201);
  });
});

describe('restoring a deleted item', () => {
  test('continues its runs and its history, with its settings', async () => {
    const { scheduleId, item, path } = await itemOf({ width: 800 });
    await api.send('POST', `/api/v1/schedules/${scheduleId}/run`);
    await api.work();
    await api.send('DELETE', path);
    const restored = await api.send<ScheduleItem>('POST', `${path}/restore`);
    expect(restored.status).toBe(200);
    expect(restored.body).toStrictEqual({ ...item, updatedAt: expect.any(String) });
    expect((await api.send('GET', path)).body).toStrictEqual(restored.body);
    await api.send('POST', `/api/v1/schedules/${scheduleId}/run`);
    await api.work();
    const list = await api.send<Page<Screenshot>>('GET', `/api/v1/screenshots?itemId=${item.id}`);
    expect(list.body.totalElements).toBe(2);
    // Repeating the request changes nothing.
    expect((await api.send('POST', `${path}/restore`)).body).toStrictEqual(restored.body);
  });

  test('requires room in the schedule', async () => {
    const { id, items } = await api.createSchedule(Array(4).fill({ url }));
    const path = `/api/v1/schedules/${id}/items/${items[0]!.id}`;
    await api.send('DELETE', path);
    await api.addItems(id, Array(4).fill({ url }));
    await api.addItems(id, [{ url }]);
    expectProblem(await api.send('POST', `${path}/restore`), 'conflict');
    expectProblem(await api.send('GET', path), 'not_found');
  });

  test('returns 404 for an item that never existed or that belongs to another schedule or account', async () => {
    const { scheduleId, item, path } = await itemOf({});
    await api.send('DELETE', path);
    const elsewhere = (await itemOf({})).scheduleId;
    for (const missing of [
      `/api/v1/schedules/${scheduleId}/items/987654`,
      `/api/v1/schedules/${elsewhere}/items/${item.id}`,
      foreign,
    ])
      expectProblem(await api.send('POST', `${missing}/restore`), 'not_found');
  });
});

describe('an item that does not exist', () => {
  const requests: ['GET' | 'PATCH' | 'DELETE', object | undefined][] = [
    ['GET', undefined],
    ['PATCH', { width: 5 }],
    ['DELETE', undefined],
  ];

  test.each(requests)('returns 404 for %s', async (method, body) => {
    const { scheduleId, item, path } = await itemOf({});
    const elsewhere = (await itemOf({})).scheduleId;
    const missing = [
      `/api/v1/schedules/${scheduleId}/items/987654`,
      `/api/v1/schedules/${scheduleId}/items/${'9'.repeat(30)}`,
      `/api/v1/schedules/987654/items/${item.id}`,
      `/api/v1/schedules/${elsewhere}/items/${item.id}`,
      foreign,
    ];
    for (const one of missing) expectProblem(await api.send(method, one, body), 'not_found');

    await api.send('DELETE', path);
    expectProblem(await api.send(method, path, body), 'not_found');
  });

  test.each(requests)('returns 404 for %s if its schedule is deleted', async (method, body) => {
    const { scheduleId, path } = await itemOf({});
    await api.send('DELETE', `/api/v1/schedules/${scheduleId}`);
    expectProblem(await api.send(method, path, body), 'not_found');
    expectProblem(await api.send('GET', `/api/v1/schedules/${scheduleId}/items`), 'not_found');
  });

  test('must have a positive integer as its ID', async () => {
    const response = await api.send('GET', '/api/v1/schedules/0/items/x');
    expectProblem(response, 'validation_failed', ['/itemId invalid_type', '/scheduleId out_of_range']);
  });
});

describe('PATCH /schedules/{scheduleId}/items/{itemId}/comparison', () => {
  test.each([
    ['outside the viewport', {}, '1280,0,1,1', 'outside_image'],
    ['below the crop', { crop: '0,0,100,50' }, '0,50,1,1', 'outside_image'],
    ['beyond any page', { fullPage: true }, '65000,0,1,1', 'outside_image'],
    ['without an area', { fullPage: true }, '0,0,1,0', 'invalid_region'],
  ])('refuses a region %s', async (_name, settings, region, code) => {
    const { items, id } = await api.createSchedule([{ url, width: 1280, height: 720, ...settings }]);
    const path = `/api/v1/schedules/${id}/items/${items[0]!.id}/comparison`;
    const response = await api.send('PATCH', path, { ignoredRegions: ['0,0,1,1', region] });
    expectProblem(response, 'validation_failed', [`/ignoredRegions/1 ${code}`]);
  });

  test('is part of items and schedules with expand=comparison', async () => {
    const { items, id } = await api.createSchedule([{ url }, { url }]);
    const [first, second] = items.map((item) => `/api/v1/schedules/${id}/items/${item.id}`);
    await api.send('PATCH', `${first}/comparison`, { recent: 2, conditions: {} });
    const { own } = (await api.send<ItemComparison>('GET', `${first}/comparison`)).body;
    expect(own).toMatchObject({ recent: 2, conditions: {}, threshold: null });
    const query = '?expand=comparison';
    for (const [path, expected] of [
      [first, own],
      [second, null],
    ])
      expect((await api.send<ScheduleItem>('GET', `${path}${query}`)).body.comparison).toEqual(expected);
    const schedule = await api.send<Schedule>('GET', `/api/v1/schedules/${id}${query}`);
    const listed = await api.send<{ content: ScheduleItem[] }>(
      'GET',
      `/api/v1/schedules/${id}/items${query}&sort=position`,
    );
    for (const found of [schedule.body.items, listed.body.content])
      expect(found.map(({ comparison }) => comparison)).toEqual([own, null]);
    expect(Object.keys((await api.send<ScheduleItem>('GET', first!)).body)).not.toContain('comparison');
  });

  test('rejects more than 50 regions', async () => {
    const { items, id } = await api.createSchedule([{ url }]);
    const path = `/api/v1/schedules/${id}/items/${items[0]!.id}/comparison`;
    const response = await api.send('PATCH', path, { ignoredRegions: Array(51).fill('0,0,1,1') });
    expectProblem(response, 'validation_failed', ['/ignoredRegions too_many_items']);
  });
});
