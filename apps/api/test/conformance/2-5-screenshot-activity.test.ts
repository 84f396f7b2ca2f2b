import type { ScreenshotActivity } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSchema } from '../../src/openapi/read-document.fixture.ts';
import { createTestApi, origin, png, type TestApi } from '../../src/test-api.fixture.ts';
import { describeFields, type FieldRow, type ReturnedRecords } from './field-table.fixture.ts';
import { everySetting, readPage, returnedRecords, run, url } from './records.fixture.ts';

const rows: FieldRow[] = [
  ['screenshotId', 'string', 'no'],
  ['source', ['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT'], 'no'],
  ['url', 'string', 'no'],
  ['imageUrl', 'string', 'nullable'],
  ['responseType', ['json', 'image'], 'no'],
  ['extractedHtmlUrl', 'string', 'nullable'],
  ['extractedTextUrl', 'string', 'nullable'],
  ['status', 'string', 'no', ['COMPLETED', 'FAILED']],
  ['description', 'string', 'nullable'],
  ['captureTime', 'datetime', 'no'],
];

let api: TestApi;
let returned: ReturnedRecords;
let records: ScreenshotActivity[];
beforeAll(async () => {
  api = await createTestApi();
  await run(api, (await api.createSchedule([everySetting])).id);
  await api.createScreenshot({ url, responseType: 'image' });
  await api.work();
  await api.createScreenshot({ url: `${url}gone`, extractHtml: true });
  await api.work('no response');
  await api.createScreenshot({ url: `${url}waits` });
  records = (await readPage<ScreenshotActivity>(api, '/api/v1/activity/screenshots')).content;

  const path = '/api/v1/activity/screenshots';
  const listed = await returnedRecords(api, { method: 'GET', path, status: 200 }, records);
  returned = { ...listed, schema: recordSchema(listed.document, listed.schema) };
});
afterAll(() => api.close());

describeFields('2.5 screenshot activity record', rows, () => returned);

const recordOf = (address: string) => records.find((record) => record.url === address)!;

test('2.5 screenshot activity record › screenshotId: identifier as a string, of the screenshot', async () => {
  for (const { screenshotId, url: captured } of records) {
    const response = await api.send('GET', `/api/v1/screenshots/${screenshotId}`);
    expect(response.body).toMatchObject({ id: Number(screenshotId), url: captured });
  }
});

test('2.5 screenshot activity record › imageUrl: of every success, including responseType image', async () => {
  const completed = records.filter(({ status }) => status === 'COMPLETED');
  expect(completed.map(({ responseType }) => responseType).sort()).toEqual(['image', 'json']);
  for (const { imageUrl } of completed)
    expect((await api.send('GET', imageUrl!.slice(origin.length))).bytes.equals(png)).toBe(true);
});

test('2.5 screenshot activity record › extractedHtmlUrl, extractedTextUrl: when available', async () => {
  const { extractedHtmlUrl, extractedTextUrl } = recordOf(everySetting.url);
  for (const address of [extractedHtmlUrl, extractedTextUrl])
    expect((await api.send('GET', address!.slice(origin.length))).status).toBe(200);
  expect(recordOf(`${url}gone`)).toMatchObject({ imageUrl: null, extractedHtmlUrl: null });
});

test('2.5 screenshot activity record › description: failure context', () => {
  expect(recordOf(`${url}gone`)).toMatchObject({ status: 'FAILED', description: 'no response' });
});

test('2.5 screenshot activity record › captureTime: the time when the capture finished', async () => {
  for (const { screenshotId, captureTime } of records) {
    const response = await api.send('GET', `/api/v1/screenshots/${screenshotId}`);
    expect(response.body).toMatchObject({ completedAt: captureTime });
  }
});
