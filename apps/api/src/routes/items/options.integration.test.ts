import {
  captureOptionNames,
  type ExpandedSchedule,
  type ExpandedScreenshot,
  exampleOptions,
  type ListedItem,
  type Page,
  type ScheduleItem,
} from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const url = 'https://example.com/';
/** `maxHeight` requires `fullPage`. */
const page = { url, fullPage: true };
const dark = { colorScheme: 'dark', timezone: 'Europe/Paris' } as const;

const schedulePath = (id: number, rest = '') => `/api/v1/schedules/${id}${rest}`;
async function itemOf(options: unknown, settings: object = {}) {
  const { id } = await api.createSchedule();
  const path = schedulePath(id, '/items');
  const added = await api.send<ScheduleItem[]>('POST', `${path}?expand=options`, [
    { url, ...settings, options },
  ]);
  expect(added.status).toBe(201);
  return { scheduleId: id, list: path, item: added.body[0]!, path: `${path}/${added.body[0]!.id}` };
}
const screenshotOf = async (id: number) =>
  (await api.send<ExpandedScreenshot>('GET', `/api/v1/screenshots/${id}?expand=options`)).body;

const sendTo: [request: string, send: (options: unknown) => Promise<{ status: number; body: unknown }>][] = [
  ['the items of a new schedule', (options) => createSchedule({ items: [{ ...page, options }] })],
  ['the policy of a new schedule', (options) => createSchedule({ policy: { options } })],
  ['a new item', async (options) => api.addItems((await api.createSchedule()).id, [{ ...page, options }])],
  ['a changed item', async (options) => api.send('PATCH', (await itemOf(null, page)).path, { options })],
  [
    'a changed policy',
    async (options) =>
      api.send('PATCH', schedulePath((await api.createSchedule()).id), { policy: { options } }),
  ],
  ['a preview', (options) => preview({ items: [{ ...page, options }], policy: { options } })],
  ['a screenshot', (options) => createAsync('/api/v1/screenshots', { ...page, options })],
  ['a content-change check', (options) => createAsync('/api/v1/content-changes', { ...page, options })],
];
const schedule = { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' };
const createSchedule = (body: object) =>
  api.send<ExpandedSchedule>('POST', '/api/v1/schedules?expand=options,policy', {
    name: 'x',
    schedule,
    ...body,
  });
const preview = (body: object) => api.send('POST', '/api/v1/schedules/preview', { schedule, ...body });
const createAsync = (path: string, body: object) => api.send('POST', path, body, { prefer: 'respond-async' });

test('maxHeight requires fullPage, in the request or in the changed item', async () => {
  const options = { maxHeight: 500 };
  const errors = ['/options/maxHeight conflict'];
  const { path } = await itemOf(options, page);
  expectProblem(await createAsync('/api/v1/screenshots', { url, options }), 'validation_failed', errors);
  expectProblem(await api.send('PATCH', (await itemOf(null)).path, { options }), 'validation_failed', errors);
  expectProblem(await api.send('PATCH', path, { fullPage: false }), 'validation_failed', errors);
  expect((await api.send('PATCH', path, { url: `${url}other` })).status).toBe(200);
});

describe.each(sendTo)('the options of %s', (_request, send) => {
  test('may have any value in the table', async () => {
    for (const name of captureOptionNames)
      expect((await send({ [name]: exampleOptions[name] })).status, name).toBeLessThan(300);
    const { device, ...others } = exampleOptions;
    expect((await send(others)).status).toBeLessThan(300);
    const nulls = Object.fromEntries(captureOptionNames.map((name) => [name, null]));
    expect((await send(nulls)).status).toBeLessThan(300);
    expect((await send(null)).status).toBeLessThan(300);
  });

  test('are rejected with all their errors', async () => {
    const response = await send({
      device: 'iPhone 1',
      scaleFactor: 3.1,
      mobile: 'yes',
      colorScheme: 'sepia',
      reducedMotion: true,
      timezone: 'Mars/Base',
      locale: 'fr_FR',
      geolocation: { latitude: 91, accuracy: -1, altitude: 5 },
      blockEverything: true,
      blockUrls: ['*://*:*/*.js', 'example.com'],
      blockTypes: ['image', 'image'],
      js: 'x'.repeat(20_001),
      failWhen: { status: '4x', verdict: 'bot', text: ' ', selector: 'p:visible', title: 'x' },
    });
    const problem = expectProblem(response as Parameters<typeof expectProblem>[0], 'validation_failed');
    const reported = problem.errors!.map(({ path, code }) => `${path.replace(/^.*\/options/, '')} ${code}`);
    expect([...new Set(reported)].sort()).toEqual([
      '/blockEverything unknown_field',
      '/blockTypes duplicate_items',
      '/blockUrls/1 invalid_pattern',
      '/colorScheme invalid_value',
      '/device invalid_value',
      '/failWhen/selector invalid_selector',
      '/failWhen/status invalid_status',
      '/failWhen/text invalid_text',
      '/failWhen/title unknown_field',
      '/failWhen/verdict invalid_verdict',
      '/geolocation/accuracy out_of_range',
      '/geolocation/altitude unknown_field',
      '/geolocation/latitude out_of_range',
      '/geolocation/longitude required',
      '/js too_long',
      '/locale unknown_locale',
      '/mobile invalid_type',
      '/reducedMotion invalid_type',
      '/scaleFactor out_of_range',
      '/timezone unknown_timezone',
    ]);
    expect(problem.errors!.every(({ message }) => message.length < 150)).toBe(true);
  });
});

test.each([
  [
    { options: { device: 'iPhone 15' }, width: 400, userAgent: 'x' },
    ['/0/options/device conflict', '/0/options/device conflict'],
  ],
  [{ options: { scaleFactor: 3 }, width: 7_680, height: 4_320 }, ['/0/options/scaleFactor too_large']],
  [{ options: [] }, ['/0/options invalid_type']],
])('the contradiction %j is rejected', async (settings, errors) => {
  const { id } = await api.createSchedule();
  expectProblem(await api.addItems(id, [{ url, ...settings }]), 'validation_failed', errors);
});

describe('expand=options', () => {
  test("adds an item's own options, as they were sent, wherever items are returned", async () => {
    const sent = { ...dark, mobile: false };
    const { scheduleId, item, list, path } = await itemOf({ ...sent, touch: null });
    expect(item.options).toEqual(sent);
    const plain = (await api.send<ScheduleItem>('GET', path)).body;
    expect(plain).not.toHaveProperty('options');
    expect({ ...plain, options: sent }).toEqual(item);
    const get = async <T>(of: string) => (await api.send<T>('GET', of)).body;
    expect(await get(`${path}?expand=options`)).toEqual(item);
    expect((await get<Page<ScheduleItem>>(`${list}?expand=options`)).content).toEqual([item]);
    expect((await get<Page<ListedItem>>(`/api/v1/items?expand=options&sort=id,desc&size=1`)).content).toEqual(
      [{ ...item, scheduleId, scheduleName: 'Front page' }],
    );
    expect((await get<ExpandedSchedule>(schedulePath(scheduleId, '?expand=options'))).items).toEqual([item]);
    const schedules = await get<Page<{ id: number; items: unknown }>>(
      '/api/v1/schedules?expand=items,options&sort=id,desc&size=1',
    );
    expect(schedules.content[0]).toMatchObject({ id: scheduleId, items: [item] });
    await api.send('DELETE', path);
    expect((await api.send('POST', `${path}/restore?expand=options`)).body).toMatchObject({ options: sent });
  });

  test('is null without options, and other responses do not change', async () => {
    const { item, path, scheduleId } = await itemOf(undefined);
    expect(item.options).toBeNull();
    const read = await api.send<ExpandedSchedule>('GET', schedulePath(scheduleId, '?expand=policy'));
    expect(read.body.policy).not.toHaveProperty('options');
    expect(JSON.stringify([read.body.items, (await api.send('GET', path)).body])).not.toContain('options');
    const screenshot = await api.createScreenshot();
    expect(screenshot).not.toHaveProperty('options');
    expect((await screenshotOf(screenshot.id)).options).toBeNull();
  });

  test("adds a screenshot's canonical options", async () => {
    const { id } = await api.createScreenshot({
      url,
      options: { timezone: 'UTC', media: 'screen', touch: true },
    });
    expect(JSON.stringify((await screenshotOf(id)).options)).toBe('{"touch":true,"timezone":"UTC"}');
    const list = await api.send<Page<ExpandedScreenshot>>('GET', '/api/v1/screenshots?expand=options&size=1');
    expect(list.body.content[0]!.options).toEqual({ touch: true, timezone: 'UTC' });
  });

  test('of a policy is part of expand=policy', async () => {
    const created = await createSchedule({ policy: { options: dark } });
    expect(created.body.policy!.options).toEqual(dark);
    const path = schedulePath(created.body.id, '?expand=policy');
    const patch = async (options: unknown) =>
      (await api.send<ExpandedSchedule>('PATCH', path, { policy: { options } })).body.policy!.options;
    expect(await patch({ scaleFactor: 2, colorScheme: null })).toEqual({
      timezone: 'Europe/Paris',
      scaleFactor: 2,
    });
    expect(await patch({})).toEqual({ timezone: 'Europe/Paris', scaleFactor: 2 });
    expect(await patch(null)).toBeUndefined();
  });
});

describe('PATCH of an item', () => {
  const patch = (path: string, body: object, headers = {}) =>
    api.send<ScheduleItem>('PATCH', `${path}?expand=options`, body, headers);

  test('changes the options that it contains, and keeps the others', async () => {
    const { path } = await itemOf(dark);
    expect((await patch(path, { options: { scaleFactor: 2 } })).body.options).toEqual({
      ...dark,
      scaleFactor: 2,
    });
    expect((await patch(path, { quality: 5 })).body.options).toEqual({ ...dark, scaleFactor: 2 });
    expect((await patch(path, { options: { colorScheme: null } })).body.options).toEqual({
      timezone: 'Europe/Paris',
      scaleFactor: 2,
    });
    expect((await patch(path, { options: null })).body.options).toBeNull();
  });

  test('rejects a contradiction with the stored item', async () => {
    const { path } = await itemOf({ device: 'iPhone 15' });
    expectProblem(await patch(path, { width: 300 }), 'validation_failed', ['/width conflict']);
    const sized = await itemOf(null, { width: 300 });
    expectProblem(await patch(sized.path, { options: { device: 'iPhone 15' } }), 'validation_failed', [
      '/options/device conflict',
    ]);
    expect((await patch(sized.path, { width: null, options: { device: 'iPhone 15' } })).status).toBe(200);
  });

  test('accepts the ETag of an expanded response in If-Match', async () => {
    const { path } = await itemOf(dark);
    const etagOf = async () => (await api.send('GET', `${path}?expand=options`)).headers.etag as string;
    const etag = await etagOf();
    expect((await patch(path, { options: { mobile: true } }, { 'if-match': etag })).status).toBe(200);
    expect((await patch(path, { options: { mobile: null } }, { 'if-match': etag })).status).toBe(412);
    expect((await patch(path, { options: { mobile: null } }, { 'if-match': await etagOf() })).status).toBe(
      200,
    );
  });
});

test('a run merges the options of the schedule and of each item, and later changes do not affect it', async () => {
  const { id } = (
    await createSchedule({
      policy: { options: { ...dark, scaleFactor: 2 } },
      items: [
        { url },
        { url, options: { colorScheme: 'light', geolocation: { longitude: 1, latitude: 2 } } },
      ],
    })
  ).body;
  const started = await api.send<{ id: number }>('POST', schedulePath(id, '/run'));
  await api.send('PATCH', schedulePath(id), { policy: { options: null } });
  const path = `/api/v1/executions/${started.body.id}/screenshots?expand=options&sort=id`;
  const { body } = await api.send<Page<ExpandedScreenshot>>('GET', path);
  expect(body.content.map(({ options }) => options)).toEqual([
    { scaleFactor: 2, ...dark },
    { scaleFactor: 2, timezone: 'Europe/Paris', geolocation: { latitude: 2, longitude: 1 } },
  ]);
});

test('checks with the same canonical options form one series', async () => {
  const address = `${url}?series`;
  const check = async (options: unknown) => {
    const created = await api.send<{ id: number }>(
      'POST',
      '/api/v1/content-changes',
      { url: address, options },
      { prefer: 'respond-async' },
    );
    expect(created.status).toBe(202);
    while ((await api.work()) > 0);
    const { body } = await api.send<{ screenshotId: number; baselineScreenshotId: number | null }>(
      'GET',
      `/api/v1/content-changes/${created.body.id}`,
    );
    return body;
  };
  const plain = await check(undefined);
  expect(plain.baselineScreenshotId).toBeNull();
  expect((await check({ media: 'screen' })).baselineScreenshotId).toBe(plain.screenshotId);
  const first = await check(dark);
  expect(first.baselineScreenshotId).toBeNull();
  const reordered = { touch: false, timezone: dark.timezone, colorScheme: dark.colorScheme };
  expect((await check(reordered)).baselineScreenshotId).toBe(first.screenshotId);
});

test("a check's ignored regions may cover the device's whole image", async () => {
  const send = (ignoredRegions: string[], options: object) =>
    createAsync('/api/v1/content-changes', { url, options, comparison: { ignoredRegions } });
  const options = { device: 'iPhone 15' };
  expect((await send(['1178,1976,1,1'], options)).status).toBe(202);
  expectProblem(await send(['1179,0,1,1'], options), 'validation_failed', [
    '/comparison/ignoredRegions/0 outside_image',
  ]);
});
