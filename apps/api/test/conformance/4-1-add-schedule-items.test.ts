import { captureSettingTable, type ScheduleItem } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenapiDocument, Schema } from '../../src/openapi/openapi-document.ts';
import {
  dereference,
  enumOf,
  fieldSchema,
  recordSchema,
  typesOf,
} from '../../src/openapi/read-document.fixture.ts';
import { createTestApi, expectProblem, type TestApi } from '../../src/test-api.fixture.ts';
import { forbidden, type ItemRow, itemRows } from './item-rows.fixture.ts';
import { readDocument, url } from './records.fixture.ts';

const template = '/api/v1/schedules/{scheduleId}/items';
let api: TestApi;
let scheduleId: number;
let document: OpenapiDocument;
beforeAll(async () => {
  api = await createTestApi();
  scheduleId = (await api.createSchedule()).id;
  document = await readDocument(api);
});
afterAll(() => api.close());

describe('4.1 request body', () => {
  test.each(itemRows.map((row) => [rowTitle(row), row] as const))('%s', async (_title, row) => {
    const { field, omitted, required } = row;
    for (const value of row.accepted) expect((await addedItem({ url, [field]: value }))[field]).toBe(value);
    if (!required)
      for (const body of [{ url }, { url, [field]: null }])
        expect((await addedItem(body))[field]).toBe(omitted);
    for (const [value, code] of row.rejected) {
      const response = await api.addItems(scheduleId, [{ url, [field]: value }]);
      expectProblem(response, 'validation_failed', [`/0/${field} ${code}`]);
    }
    expectDocumented(row);
  });

  test('is a JSON array, and it is required', async () => {
    expectProblem(await api.addItems(scheduleId, undefined), 'validation_failed', [' required']);
    for (const body of [{ url }, null, `"${url}"`, 5])
      expectProblem(await api.addItems(scheduleId, body), 'validation_failed', [' invalid_type']);
    const { requestBody } = document.paths[template]!.post!;
    expect(requestBody?.required).toBe(true);
  });

  test('is an array of objects', async () => {
    const response = await api.addItems(scheduleId, [{ url }, null, [], 'x']);
    expectProblem(response, 'validation_failed', ['/1 invalid_type', '/2 invalid_type', '/3 invalid_type']);
  });

  test('accepts only the specified fields, tags, and the settings added later', async () => {
    const response = await api.addItems(scheduleId, [{ url, color: 'red' }]);
    expectProblem(response, 'validation_failed', ['/0/color unknown_field']);
    const fields = Object.keys(dereference(document, itemSchema()).properties ?? {});
    const addedLaterNames = Object.entries(captureSettingTable).flatMap(([name, { addedLater }]) =>
      addedLater ? [name] : [],
    );
    expect(fields.sort()).toEqual([...itemRows.map(({ field }) => field), ...addedLaterNames, 'tags'].sort());
  });

  test.each(forbidden)('rejects %s', async (_title, settings, errors) => {
    expectProblem(await api.addItems(scheduleId, [settings]), 'validation_failed', errors);
  });

  test('accepts combinations that look forbidden but are allowed', async () => {
    for (const settings of [
      { fullPage: false, crop: '0,0,1,1' },
      { fullPage: false, element: 'h1' },
      { fullPage: true, crop: null, element: null },
      { responseType: 'json', extractHtml: true, extractText: true },
    ])
      expect(await addedItem({ url, ...settings })).toMatchObject(settings);
  });
});

describe('4.1 path parameter', () => {
  test('scheduleId: integer, required', async () => {
    const send = (id: string) => api.send('POST', `/api/v1/schedules/${id}/items`, [{ url }]);
    for (const id of ['one', '1.0', '0x1', '+1', '%20'])
      expectProblem(await send(id), 'validation_failed', ['/scheduleId invalid_type']);
    for (const id of ['0', '-1'])
      expectProblem(await send(id), 'validation_failed', ['/scheduleId out_of_range']);
    for (const id of ['987654', '9'.repeat(30)]) expectProblem(await send(id), 'not_found');
  });
});

describe('4.1 response', () => {
  test('is a JSON array of the added items in request order, each with id, createdAt and updatedAt', async () => {
    const { id } = await api.createSchedule();
    const addresses = ['https://example.com/1', 'https://example.com/2', 'https://example.com/3'];
    const response = await api.addItems(
      id,
      addresses.map((address) => ({ url: address })),
    );
    expect(response.status).toBe(201);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body.map((item) => item.url)).toEqual(addresses);
    for (const item of response.body) {
      expect(item.id).toSatisfy(Number.isSafeInteger);
      expect(new Date(item.createdAt).toISOString()).toBe(item.createdAt);
      expect(item.updatedAt).toBe(item.createdAt);
    }
  });
});

function rowTitle({ field, required, type, rule }: ItemRow): string {
  return `${field}: ${required ? 'required' : 'not required'}, ${type}, ${rule}`;
}

async function addedItem(body: object): Promise<Record<string, unknown>> {
  const { id } = await api.createSchedule();
  const response = await api.addItems(id, [body]);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  const [item] = response.body as [ScheduleItem];
  return item;
}

function itemSchema(): Schema {
  const body = dereference(document, document.paths[template]!.post!.requestBody!);
  return recordSchema(document, body.content['application/json']!.schema!);
}

function expectDocumented({ field, required, type, enumValues, documented }: ItemRow): void {
  const schema = itemSchema();
  const found = fieldSchema(document, schema, field)!;
  const jsonType = type === 'enum' ? 'string' : type;
  expect(typesOf(document, found)).toEqual([jsonType, ...(required ? [] : ['null'])].sort());
  expect((schema.required as string[]).includes(field)).toBe(required ?? false);
  if (enumValues) expect(enumOf(document, found)).toEqual([...enumValues, null]);
  if (documented) expect(found).toMatchObject(documented);
}
