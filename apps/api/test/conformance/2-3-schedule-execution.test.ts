import type { ScheduleExecution } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSchema } from '../../src/openapi/read-document.fixture.ts';
import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { describeFields, type FieldRow, type ReturnedRecords } from './field-table.fixture.ts';
import { readPage, returnedRecords, run, url } from './records.fixture.ts';

const rows: FieldRow[] = [
  ['id', 'integer', 'no'],
  ['status', ['PROCESSING', 'COMPLETED', 'FAILED'], 'no'],
  ['totalItems', 'integer', 'no'],
  ['successfulItems', 'integer', 'no'],
  ['failedItems', 'integer', 'no'],
  ['startedAt', 'datetime', 'no'],
  ['completedAt', 'datetime', 'nullable'],
  ['processingTimeMs', 'integer', 'no'],
  ['createdAt', 'datetime', 'no'],
];

let api: TestApi;
let returned: ReturnedRecords;
let byId: Map<number, ScheduleExecution>;
let ids: { completed: number; failed: number; processing: number };
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.createSchedule([{ url }, { url }]);
  const completed = await run(api, id);
  await api.work();
  const failed = await run(api, id);
  await api.work('no response');
  ids = { completed, failed, processing: await run(api, id) };
  const page = await readPage<ScheduleExecution>(api, `/api/v1/schedules/${id}/executions`);
  byId = new Map(page.content.map((execution) => [execution.id, execution]));

  const path = '/api/v1/schedules/{scheduleId}/executions';
  const listed = await returnedRecords(api, { method: 'GET', path, status: 200 }, page.content);
  returned = { ...listed, schema: recordSchema(listed.document, listed.schema) };
});
afterAll(() => api.close());

describeFields('2.3 schedule execution', rows, () => returned);

test('2.3 schedule execution › totalItems, successfulItems, failedItems: how many were attempted, succeeded, failed', () => {
  const counted = (id: number) => {
    const { totalItems, successfulItems, failedItems } = byId.get(id)!;
    return { totalItems, successfulItems, failedItems };
  };
  expect(counted(ids.completed)).toEqual({ totalItems: 2, successfulItems: 2, failedItems: 0 });
  expect(counted(ids.failed)).toEqual({ totalItems: 2, successfulItems: 0, failedItems: 2 });
  expect(counted(ids.processing)).toEqual({ totalItems: 2, successfulItems: 0, failedItems: 0 });
});

test('2.3 schedule execution › processingTimeMs: milliseconds from start to end', () => {
  const { startedAt, completedAt, processingTimeMs } = byId.get(ids.completed)!;
  expect(processingTimeMs).toBe(Date.parse(completedAt!) - Date.parse(startedAt));
  expect(byId.get(ids.processing)!.completedAt).toBeNull();
});
