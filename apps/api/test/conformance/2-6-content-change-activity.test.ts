import type { ContentChangeActivity } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { dereference, fieldSchema, type JsonSchema } from '../openapi-document.ts';
import { describeFields, type Evidence, type FieldRow } from './field-table.ts';
import { writeLedgerEntry } from './ledger.fixture.ts';
import { evidenceOf, readPage } from './records.ts';

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
let evidence: Evidence;
let records: ContentChangeActivity[];
beforeAll(async () => {
  api = await createTestApi();
  const check = { referenceType: 'CONTENT_CHANGE', referenceId: 'check-1', amount: 1.5 } as const;
  const topUp = { referenceType: 'TOP_UP', referenceId: 'top-up-1', amount: 20 } as const;
  await writeLedgerEntry(api, { ...check, transactionType: 'DEBIT', createdAt: '2026-11-21T09:00:00.000Z' });
  await writeLedgerEntry(api, { ...topUp, transactionType: 'CREDIT', createdAt: '2026-11-21T09:00:00.001Z' });
  await writeLedgerEntry(api, { ...check, transactionType: 'CREDIT', createdAt: '2026-11-21T09:00:00.002Z' });
  records = (await readPage<ContentChangeActivity>(api, `${path}?sort=createdAt,asc`)).content;

  const listed = await evidenceOf(api, { method: 'GET', path, status: 200 }, records);
  const content = fieldSchema(listed.document, listed.schema, 'content')!;
  evidence = { ...listed, schema: dereference(listed.document, content.items as JsonSchema) };
});
afterAll(() => api.close());

describeFields('2.6 content-change activity record', rows, () => evidence);

test('2.6 content-change activity record › amount, balanceBefore, balanceAfter: the arithmetic of the wallet', () => {
  expect(records).toMatchObject([
    { transactionType: 'DEBIT', amount: 1.5, balanceBefore: 1_000, balanceAfter: 998.5 },
    { transactionType: 'CREDIT', amount: 1.5, balanceBefore: 1_018.5, balanceAfter: 1_020 },
  ]);
});

test('2.6 content-change activity record › createdAt: to the millisecond', () => {
  expect(records.map(({ createdAt }) => createdAt)).toEqual([
    '2026-11-21T09:00:00.000Z',
    '2026-11-21T09:00:00.002Z',
  ]);
});

test('4.6 › the feed holds only wallet debits and credits of content-change operations', () => {
  expect(records.map(({ referenceId }) => referenceId)).toEqual(['check-1', 'check-1']);
});
