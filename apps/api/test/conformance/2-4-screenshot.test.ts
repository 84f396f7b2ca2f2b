import type { Screenshot } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, origin, png, type TestApi } from '../../src/test-api.fixture.ts';
import { describeFields, type FieldRow, type ReturnedRecords } from './field-table.fixture.ts';
import { captures, read, returnedRecords, run, url } from './records.fixture.ts';

const rows: FieldRow[] = [
  ['id', 'integer', 'no'],
  ['url', 'string', 'no'],
  ['imageUrl', 'string', 'no'],
  ['width', 'integer', 'nullable'],
  ['height', 'integer', 'nullable'],
  ['fullPage', 'boolean', 'no'],
  ['format', ['png', 'jpeg'], 'no'],
  ['responseType', ['json', 'image'], 'no'],
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
  ['extractedHtmlUrl', 'string', 'nullable'],
  ['extractedTextUrl', 'string', 'nullable'],
  ['status', 'string', 'no', ['PENDING', 'SUCCESS', 'FAILED']],
  ['processingTimeMs', 'integer', 'nullable'],
  ['createdAt', 'datetime', 'no'],
  ['completedAt', 'datetime', 'nullable'],
  ['description', 'string', 'nullable'],
  ['scheduleExecutionId', 'integer', 'nullable'],
  ['scheduleItemId', 'integer', 'nullable'],
];

let api: TestApi;
let returned: ReturnedRecords;
let settled: Screenshot[];
let failed: Screenshot;
let pending: Screenshot;
let scheduled: Screenshot;
let executionId: number;
let itemId: number;
beforeAll(async () => {
  api = await createTestApi();
  const manual: number[] = [];
  for (const capture of [...captures, { url, responseType: 'image' }])
    manual.push((await api.createScreenshot(capture)).id);
  await api.work();
  const failedId = (await api.createScreenshot()).id;
  await api.work('no response');
  const pendingId = (await api.createScreenshot()).id;

  const schedule = await api.createSchedule([{ url }]);
  itemId = schedule.items[0]!.id;
  executionId = await run(api, schedule.id);
  const get = (id: number | string) => read<Screenshot>(api, `/api/v1/screenshots/${id}`);
  settled = await Promise.all(manual.map(get));
  failed = await get(failedId);
  pending = await get(pendingId);
  await api.work();
  const feed = await read<{ content: { screenshotId: string }[] }>(
    api,
    '/api/v1/activity/screenshots?source=SCHEDULED_SCREENSHOT',
  );
  scheduled = await get(feed.content[0]!.screenshotId);

  const path = '/api/v1/screenshots/{screenshotId}';
  const all = [...settled, failed, pending, scheduled];
  returned = await returnedRecords(api, { method: 'GET', path, status: 200 }, all);
});
afterAll(() => api.close());

describeFields('2.4 screenshot', rows, () => returned);

test('2.4 screenshot › url and settings match the capture', () => {
  const { extractHtml, extractText, ...settings } = captures[1];
  expect(settled[1]).toMatchObject(settings);
});

test('2.4 screenshot › imageUrl: permanent, and the image of a success', async () => {
  expect(settled[0]!.imageUrl).toBe(`${origin}/api/v1/screenshots/${settled[0]!.id}/image`);
  const image = await api.send('GET', settled[0]!.imageUrl.slice(origin.length));
  expect(image).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  expect(image.bytes.equals(png)).toBe(true);
  expect((await api.send('GET', failed.imageUrl.slice(origin.length))).status).toBe(404);
});

test('2.4 screenshot › extractedHtmlUrl, extractedTextUrl: set and readable when extraction was enabled', async () => {
  expect(settled[0]).toMatchObject({ extractedHtmlUrl: null, extractedTextUrl: null });
  for (const address of [settled[1]!.extractedHtmlUrl, settled[1]!.extractedTextUrl])
    expect(await read<string>(api, address!.slice(origin.length))).toContain('Hello');
});

test('2.4 screenshot › description: failure details', () => {
  expect(failed).toMatchObject({ status: 'FAILED', description: 'no response' });
});

test('2.4 screenshot › completedAt, processingTimeMs: set when it is finished', () => {
  expect(pending).toMatchObject({ completedAt: null, processingTimeMs: null });
  expect(settled[0]!.processingTimeMs).toBeGreaterThanOrEqual(0);
  expect(Date.parse(settled[0]!.completedAt!)).toBeGreaterThanOrEqual(Date.parse(settled[0]!.createdAt));
});

test('2.4 screenshot › scheduleExecutionId, scheduleItemId: the parents of a scheduled capture', () => {
  expect(scheduled).toMatchObject({ scheduleExecutionId: executionId, scheduleItemId: itemId });
  expect(settled[0]).toMatchObject({ scheduleExecutionId: null, scheduleItemId: null });
});
