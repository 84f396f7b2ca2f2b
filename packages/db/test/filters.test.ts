import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CheckFilter,
  type Database,
  defaultAccountId,
  listContentChecks,
  listExecutions,
  listFinishedScreenshots,
  listItemsOfAccount,
  listScreenshots,
  listWalletEntries,
  noCheckFilter,
  noScreenshotFilter,
  type Queryable,
  type ScreenshotFilter,
} from '../src/index.ts';
import { openManyCaptures, other, readCheaply, readCheaplyIn, rows } from './many-captures.fixture.ts';

const account = { accountId: defaultAccountId };
let db: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ db, close } = await openManyCaptures());
}, 120_000);
afterAll(() => close());

const newestFirst = { page: 0, size: 20, sort: { field: 'createdAt', direction: 'desc' } } as const;

describe('the list of screenshots, without reading the whole table,', () => {
  const filters: [filter: Partial<ScreenshotFilter>, total: number][] = [
    [{ executionId: 77 }, 100],
    [{ executionId: 77, status: 'FAILED' }, 1],
    [{ itemId: 250 }, 25],
    [{ itemId: 250, status: 'FAILED' }, 0],
    [{ tags: ['one'] }, 25],
    [{ tags: ['nowhere'] }, 0],
    [{ finished: true }, rows],
    [{ finished: false }, 0],
    [{ url: 'https://example.com/3/50' }, 25],
    [{ url: 'https://example.com/nowhere' }, 0],
    [{}, rows],
    [{ source: 'MANUAL_SCREENSHOT' }, 0],
    [{ source: 'SCHEDULED_SCREENSHOT', status: 'SUCCESS' }, rows - 500],
    [{ status: 'FAILED' }, 500],
    [{ status: 'PENDING' }, 0],
    [{ status: 'PROCESSING' }, 0],
    [{ verdicts: ['http_error', 'blank'] }, 500],
    [{ executionId: 77, verdicts: ['http_error'] }, 1],
    [{ httpStatuses: [[404, 404]] }, 500],
    [
      {
        httpStatuses: [
          [400, 499],
          [502, 502],
        ],
        verdicts: ['http_error'],
      },
      500,
    ],
    [{ from: new Date('2026-01-04T00:00:00Z'), to: new Date('2026-01-04T03:00:00Z') }, 400],
    [{ from: new Date('2026-01-04T00:05:00Z') }, rows - 7_200],
  ];
  test.each(filters)('can be filtered by %j', async (filter, total) => {
    const page = await readCheaply(db, 'screenshots', (tx) =>
      listScreenshots(tx, account, { ...noScreenshotFilter, ...filter, ...newestFirst }),
    );
    expect(page.total).toBe(total);
  });

  test.each(['asc', 'desc'] as const)(
    'returns the first and last page by completion, %s',
    async (direction) => {
      const sort = { field: 'completedAt', direction } as const;
      for (const page of [0, rows / 20 - 1]) {
        const list = await readCheaply(db, 'screenshots', (tx) =>
          listScreenshots(tx, account, { ...noScreenshotFilter, page, size: 20, sort }),
        );
        expect(list.rows).toHaveLength(20);
      }
    },
  );
});

describe('a total without a narrow filter', () => {
  const newestFirst = { page: 0, size: 1, sort: { field: 'createdAt', direction: 'desc' } } as const;
  const period = { from: new Date('2026-01-04T00:05:00Z'), to: null };
  const lists: Record<number, (tx: Queryable) => Promise<{ total: number }>> = {
    20: (tx) => listScreenshots(tx, account, { ...noScreenshotFilter, ...newestFirst, ...period }),
    30: (tx) => listContentChecks(tx, account, { ...noCheckFilter, ...newestFirst, ...period }),
    40: (tx) => listExecutions(tx, account, { ...newestFirst, ...period }),
  };
  test.each(Object.entries(lists))('is computed from the counter %s', async (counter, list) => {
    const { total } = await list(db.orm);
    const rollback = db.transaction(async (tx) => {
      await tx.execute(
        `insert into facts (account_id, kind, counter, slot, records)
         values (1, 'records.counted', ${counter}, (date '2026-01-05' - date '1970-01-01') * 144 + 3, 5)`,
      );
      expect((await list(tx)).total).toBe(total + 5);
      throw new Error('rolled back');
    });
    await expect(rollback).rejects.toThrow('rolled back');
    expect((await list(db.orm)).total).toBe(total);
  });

  test('for a schedule is computed from its number of executions', async () => {
    const { rows, total } = await listExecutions(db.orm, account, { scheduleId: 3, ...newestFirst });
    expect(rows).toHaveLength(1);
    expect(total).toBe(25);
    const [row] = await db.orm.execute('select total from execution_totals where schedule_id = 3');
    expect(row).toEqual({ total: 25 });
  });
});

describe('the list of content-change checks, without reading the whole table,', () => {
  const filters: [filter: Partial<CheckFilter>, total: number][] = [
    [{}, rows],
    [{ changed: true }, 500],
    [{ status: 'FAILED' }, 500],
    [{ status: 'PENDING' }, 0],
    [{ url: 'https://example.com/3/50' }, 25],
    [{ url: 'https://example.com/nowhere' }, 0],
    [{ tags: ['one'] }, 25],
    [{ from: new Date('2026-01-04T00:00:00Z'), to: new Date('2026-01-04T03:00:00Z') }, 400],
  ];
  test.each(filters)('can be filtered by %j', async (filter, total) => {
    const page = await readCheaply(db, 'content_checks', (tx) =>
      listContentChecks(tx, account, { ...noCheckFilter, ...filter, ...newestFirst }),
    );
    expect(page.total).toBe(total);
  });

  test.each(['createdAt', 'completedAt'] as const)(
    'returns the first, a middle, and the last page by %s',
    async (field) => {
      const sort = { field, direction: 'desc' } as const;
      for (const page of [0, rows / 40, rows / 20 - 1]) {
        const list = await readCheaply(db, 'content_checks', (tx) =>
          listContentChecks(tx, account, { ...noCheckFilter, page, size: 20, sort }),
        );
        expect(list.rows).toHaveLength(20);
      }
    },
  );
});

describe('the total for a narrow filter is counted with an index', () => {
  const hour = { from: new Date('2026-01-04T07:31:00Z'), to: new Date('2026-01-04T08:30:00Z') };
  const { accountId, busySchedule, smallSchedule } = other;
  /** A page beyond the end, so that only the total is read. */
  const pastTheEnd = { ...newestFirst, page: 1_000_000 };
  const feed = { ...pastTheEnd, from: null, to: null };
  type Filtered = { total: number };

  const screenshots: [more: Parameters<typeof listFinishedScreenshots>[2], total: number, of?: number][] = [
    [{ ...feed, url: 'https://example.com/3/50' }, 25],
    [{ ...feed, status: 'FAILED' }, 500],
    [{ ...feed, status: 'SUCCESS' }, rows - 500],
    [{ ...feed, source: 'SCHEDULED_SCREENSHOT', status: 'SUCCESS' }, rows - 500],
    [{ ...feed, description: 'refused' }, 0],
    [{ ...feed, verdicts: ['challenge', 'http_error'] }, 500],
    [{ ...feed, httpStatuses: [[400, 499]] }, 500],
    [{ ...feed, scheduleId: smallSchedule }, 10, accountId],
    [{ ...feed, tags: ['one', 'nowhere'] }, 25],
  ];
  test.each(screenshots)('for the activity feed: %j', async (request, total, of = defaultAccountId) => {
    const page: Filtered = await readCheaply(db, 'screenshots', (tx) =>
      listFinishedScreenshots(tx, { accountId: of }, request),
    );
    expect(page.total).toBe(total);
  });

  const entries: [more: Parameters<typeof listWalletEntries>[2], total: number, of?: number][] = [
    [{ ...feed, url: 'https://example.com/3/50' }, 25],
    [{ ...feed, scheduleId: smallSchedule }, 10, accountId],
    [{ ...feed, referenceType: 'CONTENT_CHANGE', ...hour, transactionType: 'DEBIT' }, 100],
    [{ ...feed, ...hour, description: 'example' }, 100],
  ];
  test.each(entries)('for the ledger: %j', async (request, total, of = defaultAccountId) => {
    const page: Filtered = await readCheaply(db, 'wallet_entries', (tx) =>
      listWalletEntries(tx, { accountId: of }, request),
    );
    expect(page.total).toBe(total);
  });

  const executions: [more: Parameters<typeof listExecutions>[2], total: number][] = [
    [{ ...pastTheEnd, scheduleId: smallSchedule, status: 'COMPLETED' }, 10],
    [{ ...pastTheEnd, scheduleId: smallSchedule, trigger: 'MANUAL' }, 10],
    [{ ...pastTheEnd, scheduleId: busySchedule, ...hour }, 60],
    [{ ...pastTheEnd, trigger: 'MANUAL', ...hour }, 60],
    [{ ...pastTheEnd, status: 'FAILED' }, 0],
    [{ ...pastTheEnd, skipped: true }, 0],
  ];
  test.each(executions)('for executions: %j', async (request, total) => {
    const page: Filtered = await readCheaply(db, 'schedule_executions', (tx) =>
      listExecutions(tx, { accountId }, request),
    );
    expect(page.total).toBe(total);
  });

  test('for the checks of a schedule', async () => {
    const request = { ...noCheckFilter, ...pastTheEnd, scheduleId: smallSchedule };
    const page = await readCheaply(db, 'content_checks', (tx) =>
      listContentChecks(tx, { accountId }, request),
    );
    expect(page.total).toBe(10);
  });

  test.each([{ verdicts: ['http_error'] as const }, { httpStatuses: [[404, 404]] as const }])(
    'for successful captures by %j, without reading them',
    async (seen) => {
      const filter = { ...noScreenshotFilter, ...feed, status: 'SUCCESS' as const, ...seen };
      const list = (tx: Queryable) => listScreenshots(tx, account, filter);
      const activity = (tx: Queryable) =>
        listFinishedScreenshots(tx, account, { ...feed, status: 'SUCCESS', ...seen });
      for (const read of [list, activity])
        expect((await readCheaply<Filtered>(db, 'screenshots', read, 0)).total).toBe(500);
    },
  );

  test('for the screenshots of a schedule', async () => {
    const request = { ...noScreenshotFilter, ...pastTheEnd, scheduleId: smallSchedule };
    const page = await readCheaply(db, 'screenshots', (tx) => listScreenshots(tx, { accountId }, request));
    expect(page.total).toBe(10);
  });
});

describe('a URL substring is found in the URLs of the account', () => {
  const parts: [part: string, total: number][] = [
    ['COM/3/50', 25],
    ['/3/5', 11 * 25],
    ['/3_50', 0],
    ['~', 0],
  ];
  test.each(parts)('%s', async (urlContains, total) => {
    const request = { ...newestFirst, size: 20, urlContains };
    const feed = { ...request, from: null, to: null };
    const lists: [table: string, list: (tx: Queryable) => Promise<{ rows: unknown[]; total: number }>][] = [
      ['screenshots', (tx) => listScreenshots(tx, account, { ...noScreenshotFilter, ...request })],
      ['screenshots', (tx) => listFinishedScreenshots(tx, account, feed)],
      ['content_checks', (tx) => listContentChecks(tx, account, { ...noCheckFilter, ...request })],
    ];
    for (const [table, list] of lists) {
      // A sample of 301 URLs, and the URLs that match. The 20 newest records of several pages are found in time order.
      const page = await readCheaply(
        db,
        'urls',
        (tx) => readCheaplyIn(tx, table, list, rows / 10),
        301 + total / 25,
      );
      expect(page.total).toBe(total);
      expect(page.rows).toHaveLength(Math.min(total, 20));
    }
  });

  test('of the items', async () => {
    const list = (urlContains: string) => (tx: Queryable) =>
      listItemsOfAccount(tx, account, { ...newestFirst, urlContains, tags: null });
    const items = await readCheaply(db, 'schedule_items', list('COM/3/5'), 50);
    expect(items).toMatchObject({ total: 11, rows: { length: 11 } });
  });

  test('unless an account has too many URLs', async () => {
    const { accountId } = other;
    const insert = `
      insert into screenshots (account_id, source, status, url, full_page, format, response_type, extract_html, extract_text)
      select ${accountId}, 'MANUAL_SCREENSHOT', 'PENDING', 'https://many.example/' || n || case n when 6000 then '/äpfel' else '' end, false, 'png', 'json', false, false
      from generate_series(1, 6000) n`;
    const rollback = db.transaction(async (tx) => {
      await tx.execute(insert);
      for (const [urlContains, total] of [
        ['MANY.example/599', 11],
        ['MANY.example/', 6_000],
        ['/ÄPFEL', 1],
        ['/nowhere', 0],
      ] as const) {
        const request = { ...noScreenshotFilter, ...newestFirst, urlContains };
        const page = await listScreenshots(tx, { accountId }, request);
        expect(page).toMatchObject({ total, rows: { length: Math.min(total, 20) } });
      }
      throw new Error('rolled back');
    });
    await expect(rollback).rejects.toThrow('rolled back');
  });
});
