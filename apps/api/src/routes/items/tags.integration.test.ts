import type {
  ContentChangeActivity,
  ContentCheck,
  ExpandedSchedule,
  ListedItem,
  ListedSchedule,
  Page,
  ScheduleExecution,
  ScheduleItem,
  Screenshot,
  ScreenshotActivity,
} from '@shotclock/contracts';
import { createSchedule as createInAccount } from '@shotclock/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const url = 'https://example.com/';
const schedule = { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' } as const;
const create = (body: object) =>
  api.send<ExpandedSchedule>('POST', '/api/v1/schedules?expand=tags', { name: 'x', schedule, ...body });

describe('the tags of schedules and items', () => {
  test('are trimmed, sorted, stored once each, and shown by expand=tags', async () => {
    const created = await create({
      tags: [' shop ', 'a\u0301', 'shop', 'Über uns', 'á'],
      items: [{ url, tags: ['b', 'a'] }, { url, tags: null }, { url }],
    });
    expect(created.status).toBe(201);
    expect(created.body.tags).toEqual(['shop', 'Über uns', 'á']);
    expect(created.body.items.map(({ tags }) => tags)).toEqual([['a', 'b'], [], []]);
    const { id, items } = created.body;
    const path = `/api/v1/schedules/${id}`;
    expect((await api.send('GET', `${path}?expand=tags`)).body).toStrictEqual(created.body);

    const plain = await api.send<ExpandedSchedule>('GET', path);
    expect(JSON.stringify(plain.body)).not.toContain('tags');
    expect((await api.send('GET', `${path}?expand=policy`)).body).not.toHaveProperty('tags');
    const added = await api.send<ScheduleItem[]>('POST', `${path}/items?expand=tags`, [{ url, tags: ['c'] }]);
    expect(added.body).toMatchObject([{ tags: ['c'] }]);
    const listed = await api.send<Page<ListedSchedule>>('GET', '/api/v1/schedules?expand=tags,items');
    expect(listed.body.content[0]).toMatchObject({
      tags: created.body.tags,
      items: [{ tags: ['a', 'b'] }, { tags: [] }, { tags: [] }, { tags: ['c'] }],
    });
    const item = `${path}/items/${items[0]!.id}`;
    expect((await api.send('GET', `${item}?expand=tags`)).body).toMatchObject({ tags: ['a', 'b'] });
    expect((await api.send('GET', item)).body).not.toHaveProperty('tags');
  });

  test('are replaced or removed by PATCH, and otherwise kept', async () => {
    const { body } = await create({ tags: ['old'], items: [{ url, tags: ['old'] }] });
    const path = `/api/v1/schedules/${body.id}`;
    const item = `${path}/items/${body.items[0]!.id}`;
    for (const target of [path, item]) {
      const patch = async (changes: object) =>
        (await api.send<{ tags: string[] }>('PATCH', `${target}?expand=tags`, changes)).body.tags;
      expect(await patch(target === path ? { name: 'y' } : { width: 800 })).toEqual(['old']);
      expect(await patch({ tags: ['new', 'b'] })).toEqual(['b', 'new']);
      expect(await patch({})).toEqual(['b', 'new']);
      expect(await patch({ tags: null })).toEqual([]);
    }
    await api.send('PATCH', item, { tags: ['kept'] });
    await api.send('PATCH', `${item}/comparison`, { threshold: 0.5 });
    await api.send('DELETE', item);
    expect((await api.send('POST', `${item}/restore?expand=tags`)).body).toMatchObject({ tags: ['kept'] });
  });

  test('are rejected with all their errors', async () => {
    const tags = ['', '  ', 'a,b', 'a\nb', 'x'.repeat(51), 5, 'fine'];
    const errors = ['too_short', 'invalid_text', 'invalid_text', 'invalid_text', 'too_long', 'invalid_type'];
    const pathsOf = (path: string) => errors.map((code, index) => `${path}/${index} ${code}`);
    const response = await create({ tags, items: [{ url, tags }] });
    expectProblem(response, 'validation_failed', [...pathsOf('/tags'), ...pathsOf('/items/0/tags')]);
    const many = Array.from({ length: 21 }, (_, index) => String(index));
    expectProblem(await create({ tags: many }), 'validation_failed', ['/tags too_many_items']);
    expectProblem(await api.send('POST', '/api/v1/screenshots', { url, tags: [] }), 'validation_failed', [
      '/tags unknown_field',
    ]);
  });
});

test('every list can be filtered by tags of schedules and items', async () => {
  const policy = { detectChanges: true };
  const wide = await create({ policy, tags: ['wide'], items: [{ url: `${url}1` }, { url: `${url}2` }] });
  const narrow = await create({
    policy,
    items: [{ url: `${url}3`, tags: ['narrow', 'both'] }, { url: `${url}4`, tags: ['both'] }, { url }],
  });
  await createInAccount(await api.otherAccount(), {
    ...{ name: 'Theirs', schedule, tags: ['wide', 'narrow'] },
    items: [{ url: `${url}5`, tags: ['wide', 'narrow'] }],
  });
  for (const { body } of [wide, narrow]) await api.send('POST', `/api/v1/schedules/${body.id}/run`);
  await api.work();

  const list = async <T>(path: string) => {
    const { status, body } = await api.send<Page<T>>('GET', `/api/v1${path}`);
    expect(status, path).toBe(200);
    expect(body.totalElements, path).toBe(body.content.length);
    return body.content;
  };
  const pages = async <T extends { url: string }>(path: string) =>
    (await list<T>(path)).map((record) => record.url.replace(url, '')).sort();
  const lists: [path: string, pages: (path: string) => Promise<string[]>][] = [
    ['/items?', pages<ListedItem>],
    ['/screenshots?', pages<Screenshot>],
    ['/screenshots?status=SUCCESS&', pages<Screenshot>],
    ['/activity/screenshots?', pages<ScreenshotActivity>],
    ['/content-changes?', pages<ContentCheck>],
    [
      '/activity/content-changes?',
      async (path) =>
        (await list<ContentChangeActivity>(path)).map(({ description }) => description!.at(-1)!).sort(),
    ],
  ];
  for (const [path, found] of lists) {
    expect(await found(`${path}tag=wide`), path).toEqual(['1', '2']);
    expect(await found(`${path}tag=narrow`), path).toEqual(['3']);
    expect(await found(`${path}tag=both`), path).toEqual(['3', '4']);
    expect(await found(`${path}tag=wide,+narrow`), path).toEqual(['1', '2', '3']);
    expect(await found(`${path}tag=Wide`), path).toEqual([]);
    expectProblem(await api.send('GET', `/api/v1${path}tag=wide,`), 'validation_failed', [
      '/tag invalid_tag',
    ]);
  }
  const ofSchedule = `/schedules/${narrow.body.id}/items?tag=`;
  expect(await pages(`${ofSchedule}both`)).toEqual(['3', '4']);
  expect(await pages(`${ofSchedule}wide`)).toEqual([]);
  const scheduleIds = async (path: string) => (await list<ListedSchedule>(path)).map(({ id }) => id);
  expect(await scheduleIds('/schedules?tag=wide')).toEqual([wide.body.id]);
  expect(await scheduleIds('/schedules?tag=narrow')).toEqual([]);
  const runs = await list<ScheduleExecution>('/executions?tag=wide,narrow');
  expect(runs).toMatchObject([{ totalItems: 2 }]);
  expect(await list('/executions?tag=wide&status=COMPLETED')).toHaveLength(1);

  await api.send('PATCH', `/api/v1/schedules/${narrow.body.id}/items/${narrow.body.items[0]!.id}`, {
    tags: null,
  });
  expect(await pages('/screenshots?tag=narrow')).toEqual([]);
});
