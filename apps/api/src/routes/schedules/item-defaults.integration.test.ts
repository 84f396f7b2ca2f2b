import type { ExpandedSchedule, PolicyBody, ScheduleItem } from '@shotclock/contracts';
import { settingsOf, settingsOfRun } from '@shotclock/contracts';
import { findSchedule, findScreenshots, listItems } from '@shotclock/db';
import { requestLimits } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ maxItemsPerRequest: 100 });
  Object.assign(api.context.limits, requestLimits());
});
afterAll(() => api.close());

const url = 'https://example.com/';
const schedule = { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' };

const create = (policy: PolicyBody | object, items: object[] = []) =>
  api.send<ExpandedSchedule>('POST', '/api/v1/schedules?expand=policy', {
    ...{ name: 'x', schedule, policy },
    items: items.map((one) => ({ url, ...one })),
  });
async function scheduleOf(policy: PolicyBody, items: object[] = []) {
  const created = await create(policy, items);
  expect(created.status).toBe(201);
  const { id } = created.body;
  const path = `/api/v1/schedules/${id}`;
  return { id, path, items: created.body.items, policy: created.body.policy! };
}
const patchPolicy = (path: string, policy: object) =>
  api.send<ExpandedSchedule>('PATCH', `${path}?expand=policy`, { policy });

/** The settings of a run's captures in the order of the items, and the settings that the rule for defaults produces. */
async function settingsOfCaptures(scheduleId: number) {
  const { accountId, db } = api.context;
  const key = { accountId, scheduleId };
  const policy = (await findSchedule(db.orm, key))!;
  const items = await listItems(db.orm, { accountId, scheduleIds: [scheduleId] });
  const run = await api.send<{ id: number }>('POST', `/api/v1/schedules/${scheduleId}/run`);
  const rows = await db.orm.execute<{ id: string }>(
    `select id from screenshots where execution_id = ${run.body.id} order by id`,
  );
  const screenshotIds = rows.map(({ id }) => Number(id));
  const found = await findScreenshots(db.orm, { accountId, screenshotIds });
  return {
    captured: screenshotIds.map((id) => settingsOf(found.find((row) => row.id === id)!)),
    expected: items.map((item) => settingsOfRun(policy, item)),
  };
}

const all = {
  width: 800,
  height: 600,
  fullPage: true,
  format: 'jpeg',
  quality: 5,
  delay: 1.5,
  waitUntil: 'network_idle',
  waitUntilTimeout: 2.5,
  waitFor: 'p',
  thumbnailWidth: 10,
  userAgent: 'x',
  acceptLanguage: 'fr',
  extractHtml: true,
  extractText: true,
} as const;

test("a run uses the policy's defaults for settings that an item does not set", async () => {
  const explicit = { fullPage: false, format: 'png', extractHtml: false, extractText: false };
  const { id, path, items } = await scheduleOf({ defaults: all, options: { colorScheme: 'dark' } }, [
    {},
    explicit,
    { width: 10, quality: 80, options: { colorScheme: 'light' } },
    { crop: '0,0,1,1' },
    { element: 'p', userAgent: 'y' },
    { options: { device: 'iPhone 15' } },
    Object.fromEntries(Object.keys(all).map((name) => [name, null])),
  ]);
  const { captured, expected } = await settingsOfCaptures(id);
  expect(captured).toEqual(expected);
  const none = { crop: null, element: null };
  const rest = { ...{ url, responseType: 'json' }, ...none, options: { colorScheme: 'dark' } };
  expect(captured).toEqual([
    { ...all, ...rest },
    { ...all, ...rest, ...explicit },
    { ...all, ...rest, width: 10, quality: 80, options: { colorScheme: 'light' } },
    { ...all, ...rest, fullPage: false, crop: '0,0,1,1' },
    { ...all, ...rest, fullPage: false, element: 'p', userAgent: 'y' },
    {
      ...{ ...all, ...rest, width: null, height: null, userAgent: null },
      options: { colorScheme: 'dark', device: 'iPhone 15' },
    },
    { ...all, ...rest },
  ]);
  // Responses contain only the item's own values.
  const read = await api.send<{ content: ScheduleItem[] }>('GET', `${path}/items?expand=own&sort=position`);
  const own = read.body.content.map((item) => item.own);
  expect(own).toEqual([
    [],
    ['fullPage', 'format', 'extractHtml', 'extractText'],
    ['width', 'quality'],
    ['crop'],
    ['element', 'userAgent'],
    [],
    [],
  ]);
  expect(read.body.content.map(({ own: _, ...item }) => item)).toEqual(items);
  const schedule = await api.send<ExpandedSchedule>('GET', `${path}?expand=own`);
  expect(schedule.body.items.map((item) => item.own)).toEqual(own);
  expect(items[0]).toMatchObject({ width: null, fullPage: false, format: 'png', extractHtml: false });
});

test('default crops and elements do not apply to items that select a different area', async () => {
  for (const defaults of [{ crop: '0,0,2,2' }, { element: 'main' }]) {
    const { id } = await scheduleOf({ defaults }, [
      ...[{}, { fullPage: true }, { fullPage: false }, { crop: '0,0,1,1' }, { element: 'p' }],
    ]);
    const { captured, expected } = await settingsOfCaptures(id);
    expect(captured).toEqual(expected);
    expect(captured.map(({ fullPage, crop, element }) => [fullPage, crop ?? element])).toEqual([
      [false, Object.values(defaults)[0]],
      [true, null],
      [false, Object.values(defaults)[0]],
      [false, '0,0,1,1'],
      [false, 'p'],
    ]);
  }
});

test('an item can set and unset values in a PATCH of one item, in a PATCH of several items, and when it is restored', async () => {
  const { id, path, items } = await scheduleOf({ defaults: { fullPage: true, format: 'jpeg' } }, [{}, {}]);
  const [first, second] = items.map((item) => `${path}/items/${item.id}`) as [string, string];
  const own = async () => {
    const read = await api.send<{ content: ScheduleItem[] }>('GET', `${path}/items?expand=own&sort=position`);
    return read.body.content.map((item) => item.own);
  };
  const patchAll = (changes: object) =>
    api.send('PATCH', `${path}/items`, { selection: { all: true }, changes });
  await api.send('PATCH', first, { fullPage: false, format: 'png' });
  expect(await own()).toEqual([['fullPage', 'format'], []]);
  await api.send('PATCH', `${first}/comparison`, { threshold: 0.5 });
  await api.send('PATCH', first, { quality: 5, format: null });
  expect(await own()).toEqual([['fullPage', 'quality'], []]);
  await patchAll({ format: 'png', extractText: true });
  expect(await own()).toEqual([
    ['fullPage', 'format', 'quality', 'extractText'],
    ['format', 'extractText'],
  ]);
  await patchAll({ fullPage: null, format: 'jpeg', extractText: false });
  expect(await own()).toEqual([
    ['format', 'quality', 'extractText'],
    ['format', 'extractText'],
  ]);
  await api.send('DELETE', second);
  const restored = await api.send<ScheduleItem>('POST', `${second}/restore?expand=own`);
  expect(restored.body.own).toEqual(['format', 'extractText']);
  const { captured, expected } = await settingsOfCaptures(id);
  expect(captured).toEqual(expected);
  expect(captured.map(({ fullPage, format }) => [fullPage, format])).toEqual(Array(2).fill([true, 'jpeg']));
});

test('defaults are part of expand=policy, and each of them can be changed separately', async () => {
  const { path, policy } = await scheduleOf({ defaults: { width: 800, fullPage: false } });
  expect(policy.defaults).toEqual({ width: 800, fullPage: false });
  const defaultsOf = async (defaults: unknown) =>
    (await patchPolicy(path, { defaults })).body.policy!.defaults;
  expect(await defaultsOf({ width: null, quality: 5 })).toEqual({ fullPage: false, quality: 5 });
  expect(await defaultsOf({})).toEqual({ fullPage: false, quality: 5 });
  expect(await defaultsOf(null)).toBeUndefined();
  expect((await scheduleOf({})).policy).not.toHaveProperty('defaults');
});

test('invalid defaults are rejected with all their errors', async () => {
  const defaults = { url, responseType: 'json', options: {}, width: 0, crop: '1', waitFor: ']' };
  const errors = ['url unknown_field', 'responseType unknown_field', 'options unknown_field']
    .concat(['width out_of_range', 'crop invalid_crop', 'waitFor invalid_selector'])
    .map((error) => `/policy/defaults/${error}`);
  expectProblem(await create({ defaults }), 'validation_failed', errors);
  expectProblem(await create({ defaults: { fullPage: true, element: 'p' } }), 'validation_failed', [
    '/policy/defaults/element conflict',
  ]);
  const { path } = await scheduleOf({ defaults: { width: 7_680, height: 4_320 } });
  expectProblem(await patchPolicy(path, { options: { device: 'iPhone 15' } }), 'validation_failed', [
    ...Array(2).fill('/policy/options/device conflict'),
    '/policy/options/scaleFactor too_large',
  ]);
  expectProblem(await patchPolicy(path, { options: { scaleFactor: 2 } }), 'validation_failed', [
    '/policy/options/scaleFactor too_large',
  ]);
  expect((await patchPolicy(path, { options: { maxHeight: 500 }, defaults: null })).status).toBe(200);
});

test("a check's ignored regions may cover the whole image that the defaults produce", async () => {
  const { path, items } = await scheduleOf({ defaults: { width: 500, height: 500 } }, [{}, { width: 900 }]);
  const patch = (item: ScheduleItem, region: string) =>
    api.send('PATCH', `${path}/items/${item.id}/comparison`, { ignoredRegions: [region] });
  expect((await patch(items[1]!, '899,499,1,1')).status).toBe(200);
  expectProblem(await patch(items[0]!, '899,0,1,1'), 'validation_failed', [
    '/ignoredRegions/0 outside_image',
  ]);
});
