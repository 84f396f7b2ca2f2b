import type { ScheduleItem } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dereference, fieldSchema, recordSchema } from '../../src/openapi/read-document.fixture.ts';
import { createTestApi, expectProblem, type TestApi } from '../../src/test-api.fixture.ts';
import { pagedEndpoints } from './paged.fixture.ts';
import { readDocument, readPage, url } from './records.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** Limits of schedule items: the bounds themselves, which are accepted, and values just outside them. */
const bounds: [limit: string, fields: string[], inside: number[], outside: number[]][] = [
  ['quality: 0-100', ['quality'], [0, 100], [-1, 101]],
  ['delay: 0-10 seconds', ['delay'], [0, 10], [-0.001, 10.001]],
  ['waitUntilTimeout: 1-30 seconds', ['waitUntilTimeout'], [1, 30], [0.999, 30.001]],
  [
    'width, height, thumbnailWidth: positive integers',
    ['width', 'height', 'thumbnailWidth'],
    [1, 2],
    [0, -1, 0.5],
  ],
];

describe('8 limits', () => {
  test.each(bounds)('%s', async (_limit, fields, inside, outside) => {
    for (const field of fields) {
      for (const value of inside) {
        const { id } = await api.createSchedule();
        const response = await api.addItems(id, [{ url, [field]: value }]);
        expect(response.status, `${field} = ${value}`).toBe(201);
        expect((response.body as ScheduleItem[])[0]).toMatchObject({ [field]: value });
      }
      const { id } = await api.createSchedule();
      for (const value of outside) {
        const problem = expectProblem(await api.addItems(id, [{ url, [field]: value }]), 'validation_failed');
        expect(problem.errors?.map(({ path }) => path)).toEqual([`/0/${field}`]);
      }
    }
  });

  // A browser test in packages/capture checks that a capture fails after these 15 seconds.
  test('waitFor maximum wait: 15 seconds, as the document says', async () => {
    const document = await readDocument(api);
    const operation = document.paths['/api/v1/schedules/{scheduleId}/items']!.post!;
    const body = dereference(document, operation.requestBody!).content['application/json']!.schema!;
    const item = recordSchema(document, body);
    expect(fieldSchema(document, item, 'waitFor')!.description).toContain('15 seconds');
  });

  const defaults = ['page', 'size'] as const;
  test.each(defaults)('%s default: of every paginated endpoint', async (name) => {
    const schedule = await api.createSchedule();
    for (const { template } of pagedEndpoints) {
      const page = await readPage(api, template.replace('{scheduleId}', String(schedule.id)));
      expect(page[name]).toBe({ page: 0, size: 20 }[name]);
    }
  });
});
