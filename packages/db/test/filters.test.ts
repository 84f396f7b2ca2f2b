import { eventually } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CheckFilter,
  type Database,
  defaultAccountId,
  listContentChecks,
  listExecutions,
  listScreenshots,
  noCheckFilter,
  noScreenshotFilter,
  type Queryable,
  type ScreenshotFilter,
} from '../src/index.ts';
import {
  countFinished,
  openFilledDatabase,
  otherSettings,
  settingColumns,
} from './filled-database.fixture.ts';

let db: Database;
let close: () => Promise<void>;

/** 20 schedules of 100 items, each run 25 times. */
const rows = 50_000;

beforeAll(async () => {
  ({ db, close } = await openFilledDatabase(async (run) => {
    await run(`
      insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
      select 1, 'any', 'ACTIVE', 'ONCE', 'UTC', 'skip', 'skip', 0 from generate_series(1, 20)`);
    await run(`
      insert into schedule_items (account_id, schedule_id, position, ${settingColumns})
      select 1, s, n, 'https://example.com/' || s || '/' || n, ${otherSettings}
      from generate_series(1, 20) s, generate_series(1, 100) n`);
    await run(`
      insert into schedule_executions (account_id, schedule_id, trigger, status, created_at)
      select 1, 1 + n % 20, 'MANUAL', 'COMPLETED', timestamptz '2026-01-01Z' + n * interval '1 hour'
      from generate_series(1, 500) n`);
    await run(`
      insert into screenshots (account_id, execution_id, item_id, source, status, ${settingColumns},
        captured_at, created_at)
      select 1, e.id, i.id, 'SCHEDULED_SCREENSHOT', case i.position when 7 then 'FAILED' else 'SUCCESS' end, i.url,
        ${otherSettings}, e.created_at, e.created_at
      from schedule_executions e join schedule_items i on i.schedule_id = e.schedule_id`);
    await run(countFinished);
    await run(`
      insert into content_checks (account_id, screenshot_id, item_id, url, target, comparison, status, changed, ratio, price,
        description, created_at, completed_at)
      select 1, id, item_id, url, 'item:' || item_id, '{}', status, id % 100 = 0, 0, 1,
        repeat('as long as a real row ', 20), created_at, captured_at
      from screenshots`);
  }));
  // Index-only scans need pages that are marked as all-visible. The snapshot of another session, such as autovacuum, can delay
  // that.
  await eventually(
    async () => {
      await db.orm.execute('vacuum analyze');
      const [row] = await db.orm.execute<{ done: boolean }>(
        `select bool_and(relallvisible = relpages) as done from pg_class where relname in ('screenshots', 'content_checks')`,
      );
      return row!.done;
    },
    { timeoutMs: 60_000, what: 'all pages to be all-visible' },
  );
}, 120_000);
afterAll(() => close());

/** Sequential scans of a table in this transaction, and rows of it that were fetched through an index. */
async function readSoFar(tx: Queryable, table: string) {
  const [row] = await tx.execute<{ scans: number; fetched: number }>(`
    select seq_scan::int as scans, coalesce(idx_tup_fetch, 0)::int as fetched
    from pg_stat_xact_user_tables where relname = '${table}'`);
  return row!;
}

/** Returns the list and asserts that it read few other rows. */
async function readCheaply<T>(table: string, list: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.snapshot(async (tx) => {
    const before = await readSoFar(tx, table);
    const result = await list(tx);
    const after = await readSoFar(tx, table);
    expect(after.scans - before.scans).toBe(0);
    expect(after.fetched - before.fetched).toBeLessThanOrEqual(rows / 50);
    return result;
  });
}

const newestFirst = { page: 0, size: 20, sort: { field: 'createdAt', direction: 'desc' } } as const;

describe('a filter of screenshots does not read the whole table', () => {
  const filters: [filter: Partial<ScreenshotFilter>, total: number][] = [
    [{ executionId: 77 }, 100],
    [{ executionId: 77, status: 'FAILED' }, 1],
    [{ itemId: 250 }, 25],
    [{ itemId: 250, status: 'FAILED' }, 0],
    [{ url: 'https://example.com/3/50' }, 25],
    [{ url: 'https://example.com/nowhere' }, 0],
    [{}, rows],
    [{ source: 'MANUAL_SCREENSHOT' }, 0],
    [{ source: 'SCHEDULED_SCREENSHOT', status: 'SUCCESS' }, rows - 500],
    [{ status: 'FAILED' }, 500],
    [{ status: 'PENDING' }, 0],
    [{ status: 'PROCESSING' }, 0],
    [{ from: new Date('2026-01-04T00:00:00Z'), to: new Date('2026-01-04T03:00:00Z') }, 400],
    [{ from: new Date('2026-01-04T00:05:00Z') }, rows - 7_200],
  ];
  test.each(filters)('filters by %j', async (filter, total) => {
    const page = await readCheaply('screenshots', (tx) =>
      listScreenshots(tx, defaultAccountId, { ...noScreenshotFilter, ...filter, ...newestFirst }),
    );
    expect(page.total).toBe(total);
  });

  test.each(['asc', 'desc'] as const)(
    'reads the first and the last page by completion, %s',
    async (direction) => {
      const sort = { field: 'completedAt', direction } as const;
      for (const page of [0, rows / 20 - 1]) {
        const list = await readCheaply('screenshots', (tx) =>
          listScreenshots(tx, defaultAccountId, { ...noScreenshotFilter, page, size: 20, sort }),
        );
        expect(list.rows).toHaveLength(20);
      }
    },
  );
});

describe('a total without a narrow filter', () => {
  const newestFirst = { page: 0, size: 1, sort: { field: 'createdAt', direction: 'desc' } } as const;
  const period = { from: new Date('2026-01-04T00:05:00Z'), to: null };
  const lists: Record<string, (tx: Queryable) => Promise<{ total: number }>> = {
    'screenshot_count_changes (source,': (tx) =>
      listScreenshots(tx, defaultAccountId, { ...noScreenshotFilter, ...newestFirst, ...period }),
    'content_check_count_changes (': (tx) =>
      listContentChecks(tx, defaultAccountId, { ...noCheckFilter, ...newestFirst, ...period }),
    'execution_count_changes (': (tx) => listExecutions(tx, defaultAccountId, { ...newestFirst, ...period }),
  };
  test.each(Object.entries(lists))('follows from the counts: %s', async (changes, list) => {
    const { total } = await list(db.orm);
    const source = changes.includes('source') ? `'MANUAL_SCREENSHOT', ` : '';
    const rollback = db.transaction(async (tx) => {
      await tx.execute(
        `insert into ${changes} account_id, day, slot, change) values (${source}1, '2026-01-05', 3, 5)`,
      );
      expect((await list(tx)).total).toBe(total + 5);
      throw new Error('rolled back');
    });
    await expect(rollback).rejects.toThrow('rolled back');
    expect((await list(db.orm)).total).toBe(total);
  });

  test('of a schedule follows from its number of executions', async () => {
    const { rows, total } = await listExecutions(db.orm, defaultAccountId, { scheduleId: 3, ...newestFirst });
    expect(rows).toHaveLength(1);
    expect(total).toBe(25);
    const [row] = await db.orm.execute('select total from execution_totals where schedule_id = 3');
    expect(row).toEqual({ total: 25 });
  });
});

describe('a filter of content-change checks does not read the whole table', () => {
  const filters: [filter: Partial<CheckFilter>, total: number][] = [
    [{}, rows],
    [{ changed: true }, 500],
    [{ status: 'FAILED' }, 500],
    [{ status: 'PENDING' }, 0],
    [{ url: 'https://example.com/3/50' }, 25],
    [{ url: 'https://example.com/nowhere' }, 0],
    [{ from: new Date('2026-01-04T00:00:00Z'), to: new Date('2026-01-04T03:00:00Z') }, 400],
  ];
  test.each(filters)('filters by %j', async (filter, total) => {
    const page = await readCheaply('content_checks', (tx) =>
      listContentChecks(tx, defaultAccountId, { ...noCheckFilter, ...filter, ...newestFirst }),
    );
    expect(page.total).toBe(total);
  });

  test.each(['createdAt', 'completedAt'] as const)(
    'reads the first, a middle and the last page by %s',
    async (field) => {
      const sort = { field, direction: 'desc' } as const;
      for (const page of [0, rows / 40, rows / 20 - 1]) {
        const list = await readCheaply('content_checks', (tx) =>
          listContentChecks(tx, defaultAccountId, { ...noCheckFilter, page, size: 20, sort }),
        );
        expect(list.rows).toHaveLength(20);
      }
    },
  );
});
