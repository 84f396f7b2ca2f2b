import type { ContentChangeActivity, ContentCheck } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSchema } from '../../src/openapi/read-document.fixture.ts';
import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { describeFields, type FieldRow, type ReturnedRecords } from './field-table.fixture.ts';
import { readPage, returnedRecords } from './records.fixture.ts';

const rows: FieldRow[] = [
  ['transactionType', ['DEBIT', 'CREDIT'], 'no'],
  ['referenceType', ['CONTENT_CHANGE'], 'no'],
  ['referenceId', 'string', 'no'],
  ['amount', 'number', 'no'],
  ['balanceBefore', 'number', 'no'],
  ['balanceAfter', 'number', 'no'],
  ['status', 'string', 'no', ['SUCCESS']],
  ['description', 'string', 'no'],
  ['createdAt', 'datetime', 'no'],
];

const path = '/api/v1/activity/content-changes';
let api: TestApi;
let returned: ReturnedRecords;
let records: ContentChangeActivity[];
let checks: ContentCheck[];
/** A pending check. */
async function check(api: TestApi): Promise<ContentCheck> {
  const body = { url: 'https://example.com/' };
  const response = await api.send<ContentCheck>('POST', '/api/v1/content-changes', body, {
    prefer: 'respond-async',
  });
  expect(response.status).toBe(202);
  return response.body;
}

beforeAll(async () => {
  api = await createTestApi();
  const checked = await check(api);
  await api.work();
  const topUp = await api.send('POST', '/api/v1/wallet/top-ups', { amount: 20.5 });
  expect(topUp.status).toBe(201);
  const failed = await check(api);
  await api.work('no response');
  checks = [checked, failed];
  records = (await readPage<ContentChangeActivity>(api, `${path}?sort=createdAt,asc`)).content;

  const listed = await returnedRecords(api, { method: 'GET', path, status: 200 }, records);
  returned = { ...listed, schema: recordSchema(listed.document, listed.schema) };
});
afterAll(() => api.close());

describeFields('2.6 content-change activity record', rows, () => returned);

test('2.6 content-change activity record › amount, balanceBefore, balanceAfter: the arithmetic of the wallet', () => {
  expect(records).toMatchObject([
    { transactionType: 'DEBIT', amount: 1, balanceBefore: 1_000, balanceAfter: 999 },
    { transactionType: 'DEBIT', amount: 1, balanceBefore: 1_019.5, balanceAfter: 1_018.5 },
    { transactionType: 'CREDIT', amount: 1, balanceBefore: 1_018.5, balanceAfter: 1_019.5 },
  ]);
});

test('4.6 › the feed contains only wallet debits and credits of content-change operations', () => {
  expect(records.map(({ referenceId }) => referenceId)).toEqual(
    [checks[0]!.id, checks[1]!.id, checks[1]!.id].map(String),
  );
});
