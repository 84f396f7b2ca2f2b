import type { Page, ScheduleExecution } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.createSchedule([
    { url: 'https://example.com/' },
    { url: 'https://example.com/2' },
  ]);
  path = `/api/v1/schedules/${id}/executions`;
  for (let run = 0; run < 3; run++) await api.send('POST', `/api/v1/schedules/${id}/run`);
  await api.work();
});
afterAll(() => api.close());

describe('4.3 List schedule executions', () => {
  test('returns the newest first, with exactly the fields of section 2.3', async () => {
    const response = await api.send<Page<ScheduleExecution>>('GET', path);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ page: 0, size: 20, totalElements: 3, totalPages: 1 });
    const ids = response.body.content.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(response.body.content[0]).toStrictEqual({
      id: expect.any(Number),
      status: 'COMPLETED',
      totalItems: 2,
      successfulItems: 2,
      failedItems: 0,
      startedAt: expect.any(String),
      completedAt: expect.any(String),
      processingTimeMs: expect.any(Number),
      createdAt: expect.any(String),
    });
  });

  test('returns pages and, past the end, an empty page with correct totals', async () => {
    const second = await api.send<Page<ScheduleExecution>>('GET', `${path}?page=1&size=2&sort=id`);
    expect(second.body).toMatchObject({ page: 1, size: 2, totalElements: 3, totalPages: 2 });
    expect(second.body.content).toHaveLength(1);
    const past = await api.send<Page<ScheduleExecution>>('GET', `${path}?page=2147483647&size=200`);
    expect(past.body).toMatchObject({ content: [], totalElements: 3, totalPages: 1 });
  });

  const rejected: [query: string, errors: string[]][] = [
    ['page=-1', ['/page out_of_range']],
    ['page=1.0', ['/page invalid_type']],
    ['page=', ['/page invalid_type']],
    ['page=2147483648', ['/page out_of_range']],
    [`page=${'9'.repeat(40)}`, ['/page out_of_range']],
    ['page=0&page=1', ['/page duplicate']],
    ['size=0', ['/size out_of_range']],
    ['size=201', ['/size out_of_range']],
    ['size=ten', ['/size invalid_type']],
    ['sort=url', ['/sort invalid_sort']],
    ['sort=createdAt,up', ['/sort invalid_sort']],
    ['sort=createdAt,desc,id', ['/sort invalid_sort']],
    ['sort=', ['/sort invalid_sort']],
    ['from=2026-01-32', ['/from invalid_time']],
    [
      'page=x&size=0&sort=x&limit=5',
      ['/page invalid_type', '/limit unknown_parameter', '/size out_of_range', '/sort invalid_sort'],
    ],
  ];
  test.each(rejected)('rejects ?%s', async (query, errors) => {
    const problem = expectProblem(await api.send('GET', `${path}?${query}`), 'validation_failed');
    expect(problem.errors?.map((error) => `${error.path} ${error.code}`).sort()).toEqual([...errors].sort());
  });

  test('lists the permitted fields when it rejects a sort field', async () => {
    const problem = expectProblem(await api.send('GET', `${path}?sort=url`), 'validation_failed');
    expect(problem.errors![0]!.message).toContain('createdAt, id, startedAt, completedAt, status');
  });

  test('returns 404 for an unknown schedule', async () => {
    expectProblem(await api.send('GET', '/api/v1/schedules/987654/executions'), 'not_found');
  });
});
