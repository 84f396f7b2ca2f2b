import { createDatabase } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Database,
  defaultAccountId,
  listScreenshots,
  migrate,
  openDatabase,
  type Queryable,
  type ScreenshotFilter,
} from '../src/index.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;

const settingColumns = 'url, full_page, format, response_type, extract_html, extract_text';
/** 20 schedules of 100 items, each run 25 times. */
const rows = 50_000;

beforeAll(async () => {
  database = await createDatabase({ migrate });
  db = openDatabase({ url: database.url, name: 'filters test' });
  const run = (statement: string) => db.orm.execute(statement);
  await run(`
    insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
    select 1, 'any', 'ACTIVE', 'ONCE', 'UTC', 'skip', 'skip', 0 from generate_series(1, 20)`);
  await run(`
    insert into schedule_items (account_id, schedule_id, position, ${settingColumns})
    select 1, s, n, 'https://example.com/' || s || '/' || n, false, 'png', 'json', false, false
    from generate_series(1, 20) s, generate_series(1, 100) n`);
  await run(`
    insert into schedule_executions (account_id, schedule_id, trigger, status, created_at)
    select 1, 1 + n % 20, 'MANUAL', 'COMPLETED', timestamptz '2026-01-01Z' + n * interval '1 hour'
    from generate_series(1, 500) n`);
  await run(`
    insert into screenshots (account_id, execution_id, item_id, source, status, attempts_left, ${settingColumns},
      captured_at, created_at)
    select 1, e.id, i.id, 'SCHEDULED_SCREENSHOT', case i.position when 7 then 'FAILED' else 'SUCCESS' end, 3, i.url,
      false, 'png', 'json', false, false, e.created_at, e.created_at
    from schedule_executions e join schedule_items i on i.schedule_id = e.schedule_id`);
  await run(`
    insert into activity_counts (account_id, source, day, slots, total)
    select account_id, source, (captured_at at time zone 'UTC')::date, array_fill(0, array[144]), count(*)
    from screenshots group by 1, 2, 3`);
  await run('vacuum analyze');
}, 120_000);
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Rows of screenshots that this transaction has read so far, by scans of the table and by way of an index. */
async function readSoFar(tx: Queryable) {
  const [row] = await tx.execute<{ scans: number; fetched: number }>(`
    select seq_scan::int as scans, coalesce(idx_tup_fetch, 0)::int as fetched
    from pg_stat_xact_user_tables where relname = 'screenshots'`);
  return row!;
}

const nothing: ScreenshotFilter = {
  ...{ status: null, source: null, url: null, scheduleId: null, executionId: null, itemId: null },
  ...{ from: null, to: null },
};

describe('a filter reads what it finds, and not the whole table', () => {
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
  ];
  it.each(filters)('%j', async (filter, total) => {
    await db.snapshot(async (tx) => {
      const before = await readSoFar(tx);
      const sort = { field: 'createdAt', direction: 'desc' } as const;
      const page = await listScreenshots(tx, defaultAccountId, {
        ...nothing,
        ...filter,
        page: 0,
        size: 20,
        sort,
      });
      expect(page.total).toBe(total);
      const after = await readSoFar(tx);
      expect(after.scans - before.scans).toBe(0);
      expect(after.fetched - before.fetched).toBeLessThanOrEqual(rows / 50);
    });
  });

  it.each(['asc', 'desc'] as const)('the first and the last page by completion, %s', async (direction) => {
    for (const page of [0, rows / 20 - 1]) {
      await db.snapshot(async (tx) => {
        const before = (await readSoFar(tx)).fetched;
        const sort = { field: 'completedAt', direction } as const;
        const list = await listScreenshots(tx, defaultAccountId, { ...nothing, page, size: 20, sort });
        expect(list.rows).toHaveLength(20);
        expect((await readSoFar(tx)).fetched - before).toBeLessThanOrEqual(rows / 50);
      });
    }
  });
});
