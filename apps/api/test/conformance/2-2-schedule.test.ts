import type { Schedule } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldSchema } from '../../src/openapi/read-document.fixture.ts';
import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { describeFields, type FieldRow, type ReturnedRecords } from './field-table.fixture.ts';
import {
  captures,
  createSchedule,
  createScheduleThatRanOnce,
  read,
  returnedRecords,
} from './records.fixture.ts';

const scheduleRows: FieldRow[] = [
  ['id', 'integer', 'no'],
  ['name', 'string', 'no'],
  ['description', 'string', 'nullable'],
  ['status', ['ACTIVE', 'COMPLETED'], 'no'],
  ['schedule', 'object', 'no'],
  ['nextRunAt', 'datetime', 'nullable'],
  ['lastRunAt', 'datetime', 'nullable'],
  ['items', 'array', 'no'],
  ['createdAt', 'datetime', 'no'],
  ['updatedAt', 'datetime', 'no'],
];

const timingRows: FieldRow[] = [
  ['type', ['ONCE', 'INTERVAL', 'CRON'], 'no'],
  ['firstRunAt', 'datetime', 'nullable'],
  ['intervalValue', 'integer', 'nullable'],
  ['intervalUnit', ['MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS'], 'nullable'],
  ['cronExpression', 'string', 'nullable'],
];

let api: TestApi;
let returned: ReturnedRecords;
let withItems: Schedule;
beforeAll(async () => {
  api = await createTestApi();
  const interval = { type: 'INTERVAL', intervalValue: 2, firstRunAt: '2999-01-01T00:00:00Z' };
  const schedules = [
    await createSchedule(api, { schedule: { type: 'CRON', cronExpression: '0 9 * * 1' }, items: captures }),
    await createScheduleThatRanOnce(api),
  ];
  for (const intervalUnit of ['MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS'])
    schedules.push(
      await createSchedule(api, { description: 'Every two', schedule: { ...interval, intervalUnit } }),
    );
  const responses = await Promise.all(
    schedules.map(({ id }) => read<Schedule>(api, `/api/v1/schedules/${id}`)),
  );
  withItems = responses[0]!;
  const path = '/api/v1/schedules/{id}';
  returned = await returnedRecords(api, { method: 'GET', path, status: 200 }, responses);
});
afterAll(() => api.close());

describeFields('2.2 schedule', scheduleRows, () => returned);

describeFields('2.2 schedule › schedule (timing object)', timingRows, () => ({
  document: returned.document,
  schema: fieldSchema(returned.document, returned.schema, 'schedule')!,
  records: returned.records.map(({ schedule }) => schedule as Record<string, unknown>),
}));

test('2.2 schedule › items: array of schedule item, all items of the schedule', async () => {
  expect(withItems.items.map(({ url }) => url)).toEqual(captures.map(({ url }) => url));
  const added = await api.addItems(withItems.id, captures);
  const all = await read<Schedule>(api, `/api/v1/schedules/${withItems.id}`);
  expect(all.items).toStrictEqual([...withItems.items, ...added.body]);
});

test('2.2 schedule › schedule: each type has its own fields, and null in the fields of other types', () => {
  const timings = returned.records.map(({ schedule }) => schedule as Schedule['schedule']);
  const given = timings.map(({ type, ...fields }) => [
    type,
    ...Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [name])),
  ]);
  expect(given.slice(0, 3)).toEqual([
    ['CRON', 'cronExpression'],
    ['ONCE', 'firstRunAt'],
    ['INTERVAL', 'firstRunAt', 'intervalValue', 'intervalUnit'],
  ]);
});
