import type { AuditEntry, ExpandedSchedule, ItemChanges, Page, ScheduleItem } from '@shotclock/contracts';
import { createSchedule } from '@shotclock/core';
import { requestLimits } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

const count = 5_500;
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ maxItemsPerRequest: count });
  Object.assign(api.context.limits, { ...requestLimits(), maxItemsPerSchedule: count });
});
afterAll(() => api.close());

const url = 'https://example.com/';
const dark = { colorScheme: 'dark', timezone: 'Europe/Paris' } as const;

/** Creates a schedule with these items and returns the path of its items. */
async function scheduleOf(items: object[]) {
  const { id } = await api.createSchedule(items.map((one, n) => ({ url: `${url}${n}`, ...one })));
  const path = `/api/v1/schedules/${id}`;
  const read = async () => {
    const response = await api.send<ExpandedSchedule>('GET', `${path}?expand=options,tags`);
    return { items: response.body.items, etag: String(response.headers.etag) };
  };
  const patch = (selection: object, changes: ItemChanges | object, headers = {}) =>
    api.send<{ updatedItems: number }>('PATCH', `${path}/items`, { selection, changes }, headers);
  return { id, path, read, patch, ids: (await read()).items.map((item) => item.id) };
}

test('changes the selected items like a PATCH of one item, and no others', async () => {
  const { id, path, read, patch, ids } = await scheduleOf([
    { url: `${url}Shop/1`, width: 800, options: dark },
    { url: `${url}shop/2`, format: 'jpeg', fullPage: true },
    { url: `${url}about` },
  ]);
  const before = await read();
  const changes = { width: 1_024, format: null, options: { scaleFactor: 2, colorScheme: null } };
  const changed = { width: 1_024, format: 'png', updatedAt: expect.any(String) };
  expect((await patch({ urlContains: '/shop/' }, changes)).body).toEqual({ updatedItems: 2 });
  const { items } = await read();
  expect(items).toEqual([
    { ...before.items[0]!, ...changed, options: { timezone: 'Europe/Paris', scaleFactor: 2 } },
    { ...before.items[1]!, ...changed, options: { scaleFactor: 2 } },
    before.items[2]!,
  ]);
  expect(items[0]!.updatedAt > before.items[0]!.updatedAt).toBe(true);
  // A PATCH of one item produces the same item.
  const single = await api.send<ScheduleItem>(
    'PATCH',
    `${path}/items/${ids[2]}?expand=options,tags`,
    changes,
  );
  expect((await patch({ ids: [ids[2], ids[2]] }, changes)).body).toEqual({ updatedItems: 1 });
  expect((await read()).items[2]).toEqual({ ...single.body, updatedAt: expect.any(String) });

  expect((await patch({ all: true }, { options: { timezone: null, scaleFactor: null } })).status).toBe(200);
  expect((await read()).items.map((item) => item.options)).toEqual([null, null, null]);
  await patch({ all: true }, { options: dark });
  await patch({ ids: [ids[0]] }, { options: null, quality: 5, tags: ['b', 'a'] });
  expect((await read()).items.map((item) => [item.options, item.quality, item.tags])).toEqual([
    [null, 5, ['a', 'b']],
    [dark, null, []],
    [dark, null, []],
  ]);
  const run = await api.send<{ id: number }>('POST', `${path}/run`);
  const captures = await api.send<Page<{ width: number; options: unknown }>>(
    'GET',
    `/api/v1/executions/${run.body.id}/screenshots?expand=options&sort=id,asc`,
  );
  expect(captures.body.content.map(({ width, options }) => [width, options])).toEqual([
    [1_024, null],
    [1_024, dark],
    [1_024, dark],
  ]);
  await api.work();

  // Deleted items cannot be selected.
  await api.send('DELETE', `${path}/items/${ids[1]}`);
  expect((await patch({ all: true }, { delay: 1 })).body).toEqual({ updatedItems: 2 });
  const restored = await api.send<ScheduleItem>('POST', `${path}/items/${ids[1]}/restore`);
  expect(restored.body.delay).toBeNull();
  expect(id).toBeGreaterThan(0);
});

test('nothing changes if a request selects no item or changes no field', async () => {
  const { id, patch, read, ids } = await scheduleOf([{}, {}]);
  const before = await read();
  const headers = { 'x-request-id': `nothing-${id}` };
  expect((await patch({ urlContains: 'no such text' }, { quality: 5 }, headers)).body.updatedItems).toBe(0);
  expect((await patch({ ids }, {}, headers)).body).toEqual({ updatedItems: 0 });
  expect(await read()).toEqual(before);
  expect(
    (await api.send('GET', `/api/v1/audit-log?resourceId=${id}&action=updateScheduleItems`)).body,
  ).toMatchObject({ totalElements: 0 });
});

test('invalid requests are rejected with all their errors, and nothing changes', async () => {
  const { path, patch, read, ids } = await scheduleOf([{}]);
  const other = await scheduleOf([{}]);
  const foreign = await createSchedule(await api.otherAccount(), {
    name: 'theirs',
    schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' },
    items: [{ url }],
  });
  const before = await read();
  const rejected: [body: unknown, errors: string[]][] = [
    [{}, ['/selection required', '/changes required']],
    [{ selection: {}, changes: {} }, ['/selection empty']],
    [{ selection: { all: false }, changes: {} }, ['/selection/all invalid_value']],
    [{ selection: { ids: [] }, changes: {} }, ['/selection/ids too_few_items']],
    [{ selection: { ids: Array(1_001).fill(1) }, changes: {} }, ['/selection/ids too_many_items']],
    [{ selection: { ids, all: true }, changes: { quality: 5 } }, ['/selection conflict']],
    [
      {
        selection: { ids: ['1'], tags: [] },
        changes: { url, width: 0, waitFor: ']', options: { hide: [']'], zoom: 1 } },
      },
      [
        '/selection/ids/0 invalid_type',
        '/selection/tags unknown_field',
        '/changes/url unknown_field',
        '/changes/width out_of_range',
        '/changes/waitFor invalid_selector',
        '/changes/options/hide/0 invalid_selector',
        '/changes/options/zoom unknown_field',
      ],
    ],
    [
      { selection: { all: true }, changes: { fullPage: true, crop: '0,0,1,1', responseType: 'image' } },
      ['/changes/crop conflict', '/changes/responseType unsupported'],
    ],
    [
      { selection: { ids: [ids[0], other.ids[0], foreign.items[0]!.id, 1e300] }, changes: { quality: 5 } },
      ['/selection/ids/1 unknown', '/selection/ids/2 unknown', '/selection/ids/3 unknown'],
    ],
  ];
  for (const [body, errors] of rejected)
    expectProblem(await api.send('PATCH', `${path}/items`, body), 'validation_failed', errors);
  expectProblem(
    await api.send('PATCH', `/api/v1/schedules/${foreign.id}/items`, {
      selection: { all: true },
      changes: { quality: 5 },
    }),
    'not_found',
  );
  expect(await read()).toEqual(before);
  expect((await patch({ ids }, { quality: 5 })).status).toBe(200);
});

test('a contradiction with stored settings is reported once, with the items, and nothing changes', async () => {
  const { patch, read, ids } = await scheduleOf([
    ...[{ crop: '0,0,1,1' }, {}, { element: 'p' }, { width: 800 }, { height: 5, userAgent: 'x' }],
    ...Array(12).fill({ fullPage: true, options: { maxHeight: 9 } }),
    ...[{ width: 7_680 }, { options: { device: 'iPhone 15' } }],
  ]);
  const before = await read();
  const message = async (changes: ItemChanges) => {
    const problem = expectProblem(await patch({ all: true }, changes), 'validation_failed');
    return problem.errors!.map((error) => `${error.path} ${error.message}`);
  };
  expect(await message({ fullPage: true })).toEqual([
    `/changes/fullPage cannot be combined with crop (item ${ids[0]})`,
    `/changes/fullPage cannot be combined with element (item ${ids[2]})`,
  ]);
  expect(await message({ fullPage: false })).toEqual([
    `/changes/options/maxHeight requires fullPage (items ${ids.slice(5, 15).join(', ')} and 2 others)`,
  ]);
  expect(await message({ options: { device: 'iPhone 14', maxHeight: 5 } })).toEqual([
    `/changes/options/maxHeight requires fullPage (items ${[...ids.slice(0, 5), ...ids.slice(17)].join(', ').replace(/, (\d+)$/, ' and $1')})`,
    `/changes/options/device cannot be combined with width (items ${ids[3]} and ${ids[17]})`,
    `/changes/options/device cannot be combined with height (item ${ids[4]})`,
    `/changes/options/device cannot be combined with userAgent (item ${ids[4]})`,
    `/changes/options/scaleFactor the viewport must not exceed 33177600 image pixels (width × height × scaleFactor²) (item ${ids[17]})`,
  ]);
  expect(await message({ height: 4_321 })).toEqual([
    `/changes/height the viewport must not exceed 33177600 pixels (7680 × 4320) (item ${ids[17]})`,
    `/changes/height cannot be combined with options.device (item ${ids[18]})`,
  ]);
  expect(await read()).toEqual(before);
});

test('If-Match accepts any ETag of the schedule that does not depend on the time', async () => {
  const { path, patch } = await scheduleOf([{ options: dark }]);
  const etagOf = async (query: string) => String((await api.send('GET', `${path}${query}`)).headers.etag);
  for (const query of [
    '',
    '?expand=options',
    '?expand=policy',
    '?expand=comparison,tags,options,own,policy',
  ]) {
    const etag = await etagOf(query);
    const change = (quality: number) => patch({ all: true }, { quality }, { 'if-match': etag });
    expect([query, (await change(1)).status]).toEqual([query, 200]);
    expectProblem(await change(2), 'precondition_failed');
  }
  expect((await patch({ all: true }, {}, { 'if-match': '*' })).status).toBe(200);
  const unwanted = { 'if-none-match': await etagOf('') };
  expectProblem(await patch({ all: true }, { quality: 3 }, unwanted), 'precondition_failed');
});

test('a request produces one audit entry, one event and at most one effect', async () => {
  const { id, patch, read, ids } = await scheduleOf([{}, {}, {}]);
  const facts = () =>
    api.context.db.orm.execute(`select 1 from facts where kind = 'schedule.changed' and subject_id = ${id}`);
  const known = (await facts()).length;
  const headers = { 'idempotency-key': `update-${id}` };
  const changes = { width: 800, options: { mobile: true } };
  const first = await patch({ ids }, changes, headers);
  const { etag } = await read();
  const again = await patch({ ids }, changes, headers);
  expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
  expect((await read()).etag).toBe(etag);
  expectProblem(await patch({ ids }, { width: 801 }, headers), 'idempotency_key_reused');
  expect((await facts()).length - known).toBe(1);
  const log = await api.send<Page<AuditEntry>>(
    'GET',
    `/api/v1/audit-log?resourceType=SCHEDULE&resourceId=${id}&action=updateScheduleItems`,
  );
  expect(log.body.content).toMatchObject([{ fields: ['width', 'options'] }]);
});

test('changes all items in a large schedule or none, and limits their total size', async () => {
  const items = Array.from({ length: count }, (_, n) => (n === count - 1 ? { crop: '0,0,1,1' } : {}));
  const { patch, read, ids } = await scheduleOf(items);
  const sizes = async () => {
    const [row] = await api.context.db.orm.execute<{ kept: string; actual: string; wrong: string }>(`
      select (select bytes from item_sizes where account_id = 1) as kept,
        (select sum(bytes) from schedule_items where account_id = 1) as actual`);
    return row!;
  };
  expectProblem(await patch({ all: true }, { fullPage: true }), 'validation_failed', [
    '/changes/fullPage conflict',
  ]);
  expect((await read()).items.filter(({ fullPage }) => fullPage)).toEqual([]);
  const changes = { userAgent: 'Shotclock/1', options: dark };
  expect((await patch({ all: true }, changes)).body).toEqual({ updatedItems: count });
  expect((await read()).items.filter((one) => one.userAgent === 'Shotclock/1' && one.options)).toHaveLength(
    count,
  );
  const { kept, actual } = await sizes();
  expect(kept).toBe(actual);

  const { limits } = api.context;
  const maxItemBytesPerAccount = Number(kept);
  Object.assign(limits, { maxItemBytesPerAccount });
  expectProblem(await patch({ ids: ids.slice(0, 1_000) }, { waitFor: '#prices' }), 'conflict');
  expect((await patch({ all: true }, { userAgent: null })).status).toBe(200);
  expect(Number((await sizes()).kept)).toBeLessThan(maxItemBytesPerAccount);
  Object.assign(limits, { maxItemBytesPerAccount: null });
});

test('keeps every change if many requests are sent at once', async () => {
  const { patch, read } = await scheduleOf([{}, {}]);
  const changes = [
    { width: 11 },
    { height: 12 },
    { options: { mobile: true } },
    { options: { touch: true } },
  ];
  await Promise.all(changes.map((one) => patch({ all: true }, one)));
  for (const item of (await read()).items)
    expect(item).toMatchObject({ width: 11, height: 12, options: { mobile: true, touch: true } });
});
