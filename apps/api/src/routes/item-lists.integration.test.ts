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
  test('answers a page of section 2.7, newest first', async () => {
    const { id, items } = await api.createSchedule([{ url: `${url}b` }, { url: `${url}a` }, { url }]);
    const answer = await api.send<Page<ScheduleItem>>('GET', `/api/v1/schedules/${id}/items?size=2`);
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({
      content: [items[2], items[1]],
      page: 0,
      size: 2,
      totalElements: 3,
      totalPages: 2,
    });
  });

  test('answers no deleted item', async () => {
    const { id, items } = await api.createSchedule([{ url: `${url}b` }, { url: `${url}a` }]);
    expect((await api.send('DELETE', `/api/v1/schedules/${id}/items/${items[0]!.id}`)).status).toBe(204);
    const answer = await api.send<Page<ScheduleItem>>('GET', `/api/v1/schedules/${id}/items?sort=url`);
    expect(answer.body).toMatchObject({ content: [items[1]], totalElements: 1 });
  });

  test('lists the permitted fields when the sort is refused', async () => {
    const { id } = await api.createSchedule();
    const answer = await api.send('GET', `/api/v1/schedules/${id}/items?sort=width`);
    const problem = expectProblem(answer, 'validation_failed', ['/sort invalid_sort']);
    expect(problem.errors![0]!.message).toContain('createdAt, updatedAt, id, url, position');
  });
});

describe('reading an item', () => {
  test('answers the item of section 2.1', async () => {
    const { id, items } = await api.createSchedule([{ url, quality: 5, element: 'p' }]);
    const answer = await api.send('GET', `/api/v1/schedules/${id}/items/${items[0]!.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual(items[0]);
  });
});
