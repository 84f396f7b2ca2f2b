import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenapiDocument, Parameter } from '../../src/openapi/openapi-document.ts';
import { dereference } from '../../src/openapi/read-document.fixture.ts';
import { expectProblem, type TestResponse } from '../../src/test-api.fixture.ts';
import { createPagedApi, type PagedApi, pagedEndpoints } from './paged.fixture.ts';
import { readDocument, readPage } from './records.fixture.ts';

let paged: PagedApi;
let document: OpenapiDocument;
beforeAll(async () => {
  paged = await createPagedApi();
  document = await readDocument(paged.api);
});
afterAll(() => paged.api.close());

describe.each(pagedEndpoints)('$section query', ({ section, template, key, sorts }) => {
  const sendQuery = (query: string): Promise<TestResponse<unknown>> =>
    paged.api.send('GET', `${paged.pathOf(template)}?${query}`);
  const page = (query = '') =>
    readPage<Record<string, unknown>>(paged.api, `${paged.pathOf(template)}?${query}`);
  const keys = async (query = '') => (await page(query)).content.map((record) => record[key]);
  const rejected = async (query: string, error: string) =>
    expectProblem(await sendQuery(query), 'validation_failed', [error]);

  const documented = (name: string) => {
    const parameters = document.paths[template]!.get!.parameters as Parameter[];
    const found = parameters.map((one) => dereference(document, one)).find((one) => one.name === name);
    return (
      found && { in: found.in, required: found.required ?? false, ...dereference(document, found.schema) }
    );
  };

  test('page: not required, integer, default 0, zero-based page index', async () => {
    const all = await keys('size=200');
    expect(all).toHaveLength(paged.recordsPerEndpoint);
    expect(await page('size=10')).toStrictEqual(await page('page=0&size=10'));
    expect(await keys('page=0&size=10')).toEqual(all.slice(0, 10));
    expect(await keys('page=1&size=10')).toEqual(all.slice(10, 20));
    expect(await keys('page=2&size=10')).toEqual(all.slice(20));
    for (const value of ['-1', '2147483648']) await rejected(`page=${value}`, '/page out_of_range');
    for (const value of ['', 'first', '0.5', '1e1', ' 1'])
      await rejected(`page=${value}`, '/page invalid_type');
    expect(documented('page')).toMatchObject({ in: 'query', required: false, type: 'integer', default: 0 });
  });

  test('size: not required, integer, default 20, records per page', async () => {
    expect(await page()).toMatchObject({ size: 20, content: { length: 20 } });
    expect(await page('size=1')).toMatchObject({ size: 1, content: { length: 1 } });
    expect(await page('size=200')).toMatchObject({
      size: 200,
      content: { length: paged.recordsPerEndpoint },
    });
    for (const value of ['0', '-1', '201']) await rejected(`size=${value}`, '/size out_of_range');
    for (const value of ['', 'all', '2.5']) await rejected(`size=${value}`, '/size invalid_type');
    expect(documented('size')).toMatchObject({ in: 'query', required: false, type: 'integer', default: 20 });
  });

  test('sort: not required, string, default createdAt,desc, format field,direction', async () => {
    const newestFirst = await keys('size=200');
    expect(await keys('size=200&sort=createdAt,desc')).toEqual(newestFirst);
    expect(await keys('size=200&sort=createdAt,asc')).toEqual(newestFirst.toReversed());
    expect(await keys('size=200&sort=createdAt')).toEqual(newestFirst.toReversed());
    for (const field of sorts)
      for (const direction of ['asc', 'desc'])
        expect(await keys(`size=200&sort=${field},${direction}`)).toHaveLength(paged.recordsPerEndpoint);
    for (const value of ['', 'color,asc', 'createdAt,up', 'createdAt,asc,id', 'createdAt;asc', ',desc'])
      await rejected(`sort=${encodeURIComponent(value)}`, '/sort invalid_sort');
    expect(documented('sort')).toMatchObject({
      in: 'query',
      required: false,
      type: 'string',
      default: 'createdAt,desc',
    });
  });

  test('rejects other and repeated parameters', async () => {
    await rejected('color=red', '/color unknown_parameter');
    await rejected('Page=1', '/Page unknown_parameter');
    await rejected('page=1&page=1', '/page duplicate');
  });

  if (!section.startsWith('4.3')) describePeriod({ sendQuery, page, keys, rejected, documented });

  if (section.startsWith('4.5')) {
    test('source: not required, enum, filters by capture source', async () => {
      await paged.api.createScreenshot();
      await paged.api.work();
      const sources = async (query: string) =>
        new Set((await page(`size=200&${query}`)).content.map(({ source }) => source));
      const [manual, scheduled] = ['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT'];
      expect(await sources('')).toEqual(new Set([manual, scheduled]));
      for (const source of [manual, scheduled])
        expect(await sources(`source=${source}`)).toEqual(new Set([source]));
      expect(await page(`source=${scheduled}`)).toMatchObject({ totalElements: paged.recordsPerEndpoint });
      expect(await page(`source=${manual}`)).toMatchObject({ totalElements: 1 });
      for (const value of ['', 'MANUAL', 'manual_screenshot'])
        await rejected(`source=${value}`, '/source invalid_value');
      expect(documented('source')).toMatchObject({ in: 'query', required: false, enum: [manual, scheduled] });
    });
  } else {
    test('there is no source parameter', async () => {
      await rejected('source=MANUAL_SCREENSHOT', '/source unknown_parameter');
      expect(documented('source')).toBeUndefined();
    });
  }
});

type PeriodEndpoint = {
  sendQuery: (query: string) => Promise<TestResponse<unknown>>;
  page: (query?: string) => Promise<{ content: Record<string, unknown>[]; totalElements: number }>;
  keys: (query?: string) => Promise<unknown[]>;
  rejected: (query: string, error: string) => Promise<unknown>;
  documented: (name: string) => object | undefined;
};

/** The rows for `from` and `to`, which sections 4.5 and 4.6 share. */
function describePeriod({ sendQuery, page, keys, rejected, documented }: PeriodEndpoint): void {
  /** The times of all records, in ascending order. */
  const recordTimes = async () =>
    (await page('size=200&sort=createdAt,asc')).content.map(({ captureTime, createdAt }) =>
      Date.parse(String(captureTime ?? createdAt)),
    );
  const iso = (ms: number) => new Date(ms).toISOString();

  test('from: not required, datetime, no default, inclusive start, ISO-8601', async () => {
    const [first, second] = await recordTimes();
    const all = await keys('size=200');
    expect(await keys(`size=200&from=${iso(first!)}`)).toEqual(all);
    const later = (await recordTimes()).filter((time) => time >= second!).length;
    expect((await page(`from=${iso(second!)}`)).totalElements).toBe(later);
    expect((await page(`from=${iso(first! + 1)}`)).totalElements).toBeLessThan(all.length);
    expect((await page('from=9999-12-31')).totalElements).toBe(0);
    await expectDateTimes('from');
  });

  test('to: not required, datetime, no default, inclusive end, ISO-8601', async () => {
    const [earliest, ...others] = await recordTimes();
    const last = others.at(-1)!;
    const all = await keys('size=200');
    expect(await keys(`size=200&to=${iso(last)}`)).toEqual(all);
    expect((await page(`to=${iso(last - 1)}`)).totalElements).toBeLessThan(all.length);
    expect((await page(`to=${iso(earliest! - 1)}`)).totalElements).toBe(0);
    await expectDateTimes('to');
  });

  test('from and to: a period of one millisecond includes exactly its records, and from must not be later than to', async () => {
    const times = await recordTimes();
    const at = times[7]!;
    const within = times.filter((time) => time === at).length;
    expect((await page(`from=${iso(at)}&to=${iso(at)}`)).totalElements).toBe(within);
    await rejected(`from=${iso(at + 1)}&to=${iso(at)}`, '/from after_to');
  });

  async function expectDateTimes(name: 'from' | 'to'): Promise<void> {
    for (const value of [
      '2026-11-21',
      '2026-11-21T09:00',
      '2026-11-21T09:00:00',
      '2026-11-21T09:00:00.123Z',
      '2026-11-21T10:00:00%2B01:00',
      '2026-11-21T10:00:00+01:00',
    ])
      expect((await sendQuery(`${name}=${value}`)).status, value).toBe(200);
    for (const value of ['', 'yesterday', '1700000000000', '2026-02-30', '2026-11-21T25:00', '21.11.2026'])
      await rejected(`${name}=${value}`, `/${name} invalid_time`);
    const parameter = documented(name);
    expect(parameter).toMatchObject({ in: 'query', required: false, type: 'string' });
    expect(parameter).not.toHaveProperty('default');
  }
}
