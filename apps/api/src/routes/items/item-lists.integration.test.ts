import type { ListedItem, Page, ScheduleItem } from '@shotclock/contracts';
import { createSchedule } from '@shotclock/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const url = 'https://example.com/';

describe('listing the items in a schedule', () => {
  test('returns the page envelope from section 2.7, newest first', async () => {
    const { id, items } = await api.createSchedule([{ url: `${url}b` }, { url: `${url}a` }, { url }]);
    const response = await api.send<Page<ScheduleItem>>('GET', `/api/v1/schedules/${id}/items?size=2`);
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({
      content: [items[2], items[1]],
      page: 0,
      size: 2,
      totalElements: 3,
      totalPages: 2,
    });
  });

  test('does not include deleted items', async () => {
    const { id, items } = await api.createSchedule([{ url: `${url}b` }, { url: `${url}a` }]);
    expect((await api.send('DELETE', `/api/v1/schedules/${id}/items/${items[0]!.id}`)).status).toBe(204);
    const response = await api.send<Page<ScheduleItem>>('GET', `/api/v1/schedules/${id}/items?sort=url`);
    expect(response.body).toMatchObject({ content: [items[1]], totalElements: 1 });
  });

  test('filters the items by part of their URL, or returns only deleted items', async () => {
    const { id, items } = await api.createSchedule([{ url: `${url}b` }, { url: `${url}a` }, { url }]);
    await api.send('DELETE', `/api/v1/schedules/${id}/items/${items[1]!.id}`);
    const found = async (query: string) => {
      const path = `/api/v1/schedules/${id}/items?sort=id&${query}`;
      const { body } = await api.send<Page<ScheduleItem>>('GET', path);
      expect(body.totalElements).toBe(body.content.length);
      return body.content.map((item) => item.id);
    };
    expect(await found('urlContains=EXAMPLE.com/B')).toEqual([items[0]!.id]);
    expect(await found('urlContains=.com/&deleted=false')).toEqual([items[0]!.id, items[2]!.id]);
    expect(await found('deleted=true')).toEqual([items[1]!.id]);
    expect(await found('deleted=true&urlContains=b')).toEqual([]);
  });

  test('lists the permitted fields when it rejects a sort field', async () => {
    const { id } = await api.createSchedule();
    const response = await api.send('GET', `/api/v1/schedules/${id}/items?sort=width`);
    const problem = expectProblem(response, 'validation_failed', ['/sort invalid_sort']);
    expect(problem.errors![0]!.message).toContain('createdAt, updatedAt, id, url, position');
  });
});

describe('listing the items in all schedules', () => {
  test("includes each item's schedule, and omits deleted schedules and items", async () => {
    const create = (name: string, path: string) => api.createSchedule([{ url: `${url}${path}` }], name);
    const [first, second, deleted] = [
      await create('First', 'Found/1'),
      await create('Second', 'found/2'),
      await create('Deleted', 'found/3'),
    ];
    await api.send('DELETE', `/api/v1/schedules/${deleted.id}`);
    const shortened = await api.createSchedule([{ url: `${url}found/4` }]);
    await api.send('DELETE', `/api/v1/schedules/${shortened.id}/items/${shortened.items[0]!.id}`);
    await createSchedule(await api.otherAccount(), {
      name: 'Theirs',
      schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' },
      items: [{ url: `${url}found/5` }],
    });
    const response = await api.send<Page<ListedItem>>('GET', '/api/v1/items?urlContains=FOUND/&size=1');
    expect(response.body).toStrictEqual({
      content: [{ ...second.items[0], scheduleId: second.id, scheduleName: 'Second' }],
      ...{ page: 0, size: 1, totalElements: 2, totalPages: 2 },
    });
    const next = await api.send<Page<ListedItem>>('GET', '/api/v1/items?urlContains=found%2F&page=1&size=1');
    expect(next.body.content).toMatchObject([{ id: first.items[0]!.id, scheduleName: 'First' }]);
  });
});

describe('reading an item', () => {
  test('returns the item as specified in section 2.1', async () => {
    const { id, items } = await api.createSchedule([{ url, quality: 5, element: 'p' }]);
    const response = await api.send('GET', `/api/v1/schedules/${id}/items/${items[0]!.id}`);
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual(items[0]);
  });
});
