import type { ScheduleItem } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSchema } from '../../src/openapi/read-document.fixture.ts';
import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { describeFields, type FieldRow, type ReturnedRecords } from './field-table.fixture.ts';
import { captures, returnedRecords } from './records.fixture.ts';

const rows: FieldRow[] = [
  ['id', 'integer', 'no'],
  ['url', 'string', 'no'],
  ['width', 'integer', 'nullable'],
  ['height', 'integer', 'nullable'],
  ['fullPage', 'boolean', 'no'],
  ['format', ['png', 'jpeg'], 'no'],
  ['responseType', ['json', 'image'], 'no', ['json']],
  ['quality', 'integer', 'nullable'],
  ['delay', 'number', 'nullable'],
  ['waitUntil', ['dom_loaded', 'page_loaded', 'network_idle'], 'nullable'],
  ['waitUntilTimeout', 'number', 'nullable'],
  ['waitFor', 'string', 'nullable'],
  ['crop', 'string', 'nullable'],
  ['element', 'string', 'nullable'],
  ['thumbnailWidth', 'integer', 'nullable'],
  ['userAgent', 'string', 'nullable'],
  ['acceptLanguage', 'string', 'nullable'],
  ['extractHtml', 'boolean', 'no'],
  ['extractText', 'boolean', 'no'],
  ['createdAt', 'datetime', 'no'],
  ['updatedAt', 'datetime', 'no'],
];

let api: TestApi;
let returned: ReturnedRecords;
let added: ScheduleItem[];
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.createSchedule();
  added = (await api.addItems(id, captures)).body;
  const path = '/api/v1/schedules/{scheduleId}/items';
  const list = await returnedRecords(api, { method: 'POST', path, status: 201 }, added);
  const schema = recordSchema(list.document, list.schema);
  returned = { ...list, schema };
});
afterAll(() => api.close());

describeFields('2.1 schedule item', rows, () => returned);

test('2.1 schedule item › extractHtml and extractText are false by default', () => {
  expect(added[0]).toMatchObject({ extractHtml: false, extractText: false });
  expect(added[1]).toMatchObject({ extractHtml: true, extractText: true });
});

test('2.1 schedule item › fullPage may be true and false', () => {
  expect(added.map(({ fullPage }) => fullPage)).toEqual([false, false, true, false]);
});
