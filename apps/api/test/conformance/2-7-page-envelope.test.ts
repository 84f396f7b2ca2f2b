import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeFields, type FieldRow, type ReturnedRecords } from './field-table.fixture.ts';
import { createPagedApi, type PagedApi, pagedEndpoints } from './paged.fixture.ts';
import { readPage, returnedRecords } from './records.fixture.ts';

const rows: FieldRow[] = [
  ['content', 'array', 'no'],
  ['page', 'integer', 'no'],
  ['size', 'integer', 'no'],
  ['totalElements', 'integer', 'no'],
  ['totalPages', 'integer', 'no'],
];

let paged: PagedApi;
beforeAll(async () => {
  paged = await createPagedApi();
});
afterAll(() => paged.api.close());

describe.each(pagedEndpoints)('2.7 page envelope of $section', ({ template, key }) => {
  let returned: ReturnedRecords;
  beforeAll(async () => {
    const pages = ['', '?page=1&size=10', '?page=2&size=10', '?page=900'].map((query) =>
      readPage(paged.api, `${paged.pathOf(template)}${query}`),
    );
    const operation = { method: 'GET', path: template, status: 200 } as const;
    returned = await returnedRecords(paged.api, operation, await Promise.all(pages));
  });

  describeFields('its fields', rows, () => returned);

  test('content: records of the page', () => {
    const records = returned.records.map(({ content }) => content as Record<string, unknown>[]);
    expect(records.map(({ length }) => length)).toEqual([20, 10, 3, 0]);
    const [twenty, secondTen, lastThree] = records.map((page) => page.map((record) => record[key]));
    expect(secondTen).toEqual(twenty!.slice(10));
    expect(new Set([...twenty!, ...lastThree!]).size).toBe(paged.recordsPerEndpoint);
  });

  test('page: current page index; size: page size', () => {
    expect(returned.records.map(({ page, size }) => [page, size])).toEqual([
      [0, 20],
      [1, 10],
      [2, 10],
      [900, 20],
    ]);
  });

  test('totalElements: total records; totalPages: total pages', () => {
    expect(returned.records.map(({ totalElements, totalPages }) => [totalElements, totalPages])).toEqual([
      [23, 2],
      [23, 3],
      [23, 3],
      [23, 2],
    ]);
  });
});
