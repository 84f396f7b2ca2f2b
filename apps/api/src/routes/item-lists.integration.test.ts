import type { Page, ScheduleItem } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const url = 'https://example.com/';

describe('listing the items of a schedule', () => {
  test('returns a page of section 2.7, newest first', async () => {
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

  test('lists the permitted fields when it rejects the sort', async () => {
    const { id } = await api.createSchedule();
    const response = await api.send('GET', `/api/v1/schedules/${id}/items?sort=width`);
    const problem = expectProblem(response, 'validation_failed', ['/sort invalid_sort']);
    expect(problem.errors![0]!.message).toContain('createdAt, updatedAt, id, url, position');
  });
});

describe('reading an item', () => {
  test('returns the item of section 2.1', async () => {
    const { id, items } = await api.createSchedule([{ url, quality: 5, element: 'p' }]);
    const response = await api.send('GET', `/api/v1/schedules/${id}/items/${items[0]!.id}`);
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual(items[0]);
  });
});
