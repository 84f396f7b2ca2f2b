import { type Sort, type SortField, sortFields } from '@shotclock/contracts';
import { repetitions } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Database,
  defaultAccountId,
  type ExecutionFilter,
  type ExecutionRow,
  firstSchedules,
  listContentChecks,
  listExecutions,
  listItemPage,
  listSchedules,
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

const account = { accountId: defaultAccountId };
let db: Database;
let close: () => Promise<void>;

const settings = `'https://example.com/' || n % 3, ${otherSettings}`;
/** Many rows share a few different times, so that there are ties. */
const time = (n: string) => `timestamptz '2026-01-01Z' + (${n} % 4) * interval '1 millisecond'`;
const timeOrNull = (n: string) => `case when n % 7 = 0 then null else ${time(n)} end`;

beforeAll(async () => {
  ({ db, close } = await openFilledDatabase(async (run) => {
    await run(`insert into accounts (name) values ('other')`);
    for (const account of [1, 2])
      await run(`
      insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds, next_run_at,
        created_at, updated_at)
      select ${account}, 'name ' || n % 5, 'ACTIVE', 'ONCE', 'UTC', 'skip', 'skip', 0, ${timeOrNull('n')}, ${time('n * 5')},
        ${time('n / 5')} from generate_series(1, 31) n`);
    await run('update schedules set deleted_at = now() where id = 31');
    for (const schedule of [1, 2]) {
      await run(`
      insert into schedule_items (account_id, schedule_id, position, ${settingColumns}, removed_at, created_at, updated_at)
      select 1, ${schedule}, 100 - n, ${settings}, case when n % 6 = 0 then now() end, ${time('n')}, ${time('n / 3')}
      from generate_series(1, 31) n`);
      await run(`
      insert into schedule_executions (account_id, schedule_id, trigger, status, started_at, completed_at, created_at)
      select 1, ${schedule}, 'MANUAL', case n % 3 when 0 then 'FAILED' when 1 then 'COMPLETED' else 'PROCESSING' end,
        ${time('n / 2')}, ${timeOrNull('n')}, ${time('n')} from generate_series(1, 31) n`);
    }
    // A screenshot for each item of schedule 1 in each of its executions, and manual captures.
    await run(`
    insert into screenshots (account_id, execution_id, item_id, source, status, ${settingColumns},
      captured_at, created_at)
    select 1, e.id, i.id, 'SCHEDULED_SCREENSHOT', case when n % 7 = 0 then 'PENDING' when n % 5 = 0 then 'FAILED'
      else 'SUCCESS' end, ${settings}, ${timeOrNull('n')}, ${time('n / 5')}
    from (select e.id as execution, i.id as item, row_number() over (order by e.id, i.id) as n
      from schedule_executions e join schedule_items i using (schedule_id) where e.schedule_id = 1 and e.id <= 9) pairs
    join schedule_executions e on e.id = execution join schedule_items i on i.id = item order by n`);
    for (const account of [1, 2])
      await run(`
      insert into screenshots (account_id, source, status, ${settingColumns}, captured_at, created_at)
      select ${account}, 'MANUAL_SCREENSHOT', case when n % 7 = 0 then 'PENDING' else 'SUCCESS' end, ${settings},
        ${timeOrNull('n')}, ${time('n')} from generate_series(1, 31) n`);
    // The manual captures are running, and all others are waiting.
    await run(`
      insert into captures (screenshot_id, account_id, execution_id, source, attempts_left, enqueued_at, attempt_token)
      select id, account_id, execution_id, source, 3, now(), case when execution_id is null then gen_random_uuid() end
      from screenshots where status = 'PENDING'`);
    await run(countFinished);
    for (const account of [1, 2])
      await run(`
      insert into content_checks (account_id, url, target, comparison, status, price, created_at, completed_at)
      select ${account}, 'https://example.com/', 'any', '{}', case when n % 7 = 0 then 'PENDING' else 'SUCCESS' end, 1,
        ${time('n / 3')}, ${timeOrNull('n')} from generate_series(1, 31) n`);
  }));
});
afterAll(() => close());

type Row = { id: number };
const instant = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);
type Requested<Field extends string> = { page: number; size: number; sort: Sort<Field> };
type List<Field extends string> = {
  fields: readonly Field[];
  read: (tx: Queryable, requested: Requested<Field>) => Promise<{ rows: Row[]; total: number }>;
  /** The columns whose names differ from their field names. */
  columns?: Partial<Record<Field, string>>;
};

const screenshotsBy = (filter: Partial<ScreenshotFilter>): List<SortField<'screenshots'>> => ({
  fields: sortFields.screenshots,
  read: (tx, requested) => listScreenshots(tx, account, { ...noScreenshotFilter, ...filter, ...requested }),
  columns: { completedAt: 'capturedAt' },
});

/** Reads all pages of a list. */
async function readAllPages<Field extends string>(list: List<Field>, size: number, sort: Sort<Field>) {
  const rows: Row[] = [];
  for (let page = 0; ; page += 1) {
    const read = await db.snapshot((tx) => list.read(tx, { page, size, sort }));
    rows.push(...read.rows);
    if (read.rows.length < size) return { rows, total: read.total, pages: page };
  }
}

function testPagination<Field extends string>(list: List<Field>, count: number) {
  const read = (row: Row, field: Field) =>
    (row as unknown as Record<string, unknown>)[list.columns?.[field] ?? field];
  const sorts = list.fields.flatMap((field) => [
    { field, direction: 'asc' as const },
    { field, direction: 'desc' as const },
  ]);
  test.each(sorts)(
    'sorts by $field $direction and by ID among ties, and pages neither repeat nor skip rows',
    async (sort) => {
      const all = (await readAllPages(list, 200, sort)).rows;
      expect(all).toHaveLength(count);
      const sign = sort.direction === 'asc' ? 1 : -1;
      const ordered = all.toSorted(
        (a, b) => sign * (compare(read(a, sort.field), read(b, sort.field)) || a.id - b.id),
      );
      const ids = all.map((row) => row.id);
      expect(ids).toEqual(ordered.map((row) => row.id));
      expect(new Set(ids).size).toBe(count);
      // Each page takes several statements.
      const [small, medium] = count > 100 ? [17, 40] : [4, 7];
      for (const size of [repetitions({ usual: small, thorough: 1 }), medium, count]) {
        const paged = await readAllPages(list, size, sort);
        expect(paged.rows.map((row) => row.id)).toEqual(ids);
        expect(paged.total).toBe(count);
      }
    },
  );

  test('returns an empty page with the total past the end', async () => {
    const sort = { field: list.fields[0]!, direction: 'desc' as const };
    for (const page of [1, 2_147_483_647]) {
      const read = await db.snapshot((tx) => list.read(tx, { page, size: Math.max(1, count), sort }));
      expect(read).toEqual({ rows: [], total: count });
    }
  });
}

/** Nulls sort after all other values, as in Postgres. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  return a! < b! ? -1 : Number(a! > b!);
}

describe('the list of schedules', () => {
  testPagination(
    { fields: sortFields.schedules, read: (tx, requested) => listSchedules(tx, account, requested) },
    30,
  );
});

describe('the list of schedules, read in one statement', () => {
  testPagination(
    {
      fields: sortFields.schedules,
      read: async (tx, requested) =>
        (await firstSchedules(tx, account, requested)) ?? (await listSchedules(tx, account, requested)),
    },
    30,
  );

  test('contains the number of current items in each schedule', async () => {
    const sort = { field: 'id', direction: 'asc' } as const;
    const first = await firstSchedules(db.orm, account, { page: 0, size: 3, sort });
    expect(first!.rows.map(({ id, itemCount }) => [id, itemCount])).toEqual([
      [1, 26],
      [2, 26],
      [3, 0],
    ]);
  });
});

describe('the list of items', () => {
  testPagination(
    {
      fields: sortFields.items,
      read: (tx, requested) =>
        listItemPage(
          tx,
          { ...account, scheduleId: 1 },
          { urlContains: null, tags: null, removed: false, ...requested },
        ),
    },
    26,
  );
});

describe('the list of executions', () => {
  testPagination(
    {
      fields: sortFields.executions,
      read: (tx, requested) => listExecutions(tx, account, { scheduleId: 1, ...requested }),
    },
    31,
  );
  const filters: [filter: Partial<ExecutionFilter>, holds: (row: ExecutionRow) => boolean][] = [
    [{}, () => true],
    [{ status: 'PROCESSING' }, (row) => row.status === 'PROCESSING'],
    [{ status: 'FAILED' }, (row) => row.status === 'FAILED'],
    [{ status: 'COMPLETED' }, (row) => row.status === 'COMPLETED'],
    [{ scheduleId: 2, status: 'COMPLETED' }, (row) => row.scheduleId === 2 && row.status === 'COMPLETED'],
    [{ trigger: 'SCHEDULE' }, () => false],
    [{ skipped: true }, (row) => row.status === 'FAILED'],
    [{ skipped: false }, (row) => row.status !== 'FAILED'],
    [{ from: instant(1), to: instant(2) }, ({ createdAt }) => [1, 2].includes(+createdAt - +instant(0))],
    [
      { from: instant(1), status: 'COMPLETED' },
      (row) => row.createdAt >= instant(1) && row.status === 'COMPLETED',
    ],
    [{ scheduleId: 2, to: instant(1) }, (row) => row.createdAt <= instant(1) && row.scheduleId === 2],
  ];
  test.each(filters)(
    'contains exactly the matching executions when it is filtered by %j',
    async (filter, holds) => {
      const list = (more: Partial<ExecutionFilter>): List<'createdAt'> => ({
        fields: ['createdAt'],
        read: (tx, requested) => listExecutions(tx, account, { ...more, ...requested }),
      });
      const sort = { field: 'createdAt', direction: 'desc' } as const;
      const all = (await readAllPages(list({}), 200, sort)).rows as ExecutionRow[];
      const expected = all.filter(holds).map((row) => row.id);
      const { rows, total } = await readAllPages(list(filter), 7, sort);
      expect(rows.map((row) => row.id)).toEqual(expected);
      expect(total).toBe(expected.length);
    },
  );
});

describe('the list of content-change checks', () => {
  testPagination(
    {
      fields: sortFields.contentChecks,
      read: (tx, requested) => listContentChecks(tx, account, { ...noCheckFilter, ...requested }),
    },
    31,
  );
});

describe('the list of screenshots', () => {
  testPagination(screenshotsBy({}), 9 * 31 + 31);
  const filters: [filter: Partial<ScreenshotFilter>, holds: (row: Record<string, unknown>) => boolean][] = [
    [{ status: 'PENDING' }, (row) => row.capturedAt === null && row.executionId !== null],
    [{ status: 'PROCESSING' }, (row) => row.capturedAt === null && row.executionId === null],
    [{ status: 'FAILED' }, (row) => row.status === 'FAILED'],
    [{ status: 'SUCCESS' }, (row) => row.status === 'SUCCESS'],
    [{ finished: true }, (row) => row.capturedAt !== null],
    [{ finished: false }, (row) => row.capturedAt === null],
    [{ finished: true, status: 'SUCCESS' }, (row) => row.status === 'SUCCESS'],
    [{ source: 'MANUAL_SCREENSHOT' }, (row) => row.source === 'MANUAL_SCREENSHOT'],
    [{ url: 'https://example.com/1' }, (row) => row.url === 'https://example.com/1'],
    [{ scheduleId: 1 }, (row) => row.executionId !== null],
    [{ executionId: 4 }, (row) => row.executionId === 4],
    [{ itemId: 5 }, (row) => row.itemId === 5],
    [
      { from: instant(1), to: instant(2) },
      ({ createdAt }) => [1, 2].includes(+(createdAt as Date) - +instant(0)),
    ],
    [
      { scheduleId: 1, itemId: 5, status: 'SUCCESS', from: instant(1) },
      (row) => row.itemId === 5 && row.status === 'SUCCESS' && (row.createdAt as Date) >= instant(1),
    ],
    [{ scheduleId: 2 }, () => false],
  ];
  test.each(filters)(
    'contains exactly the matching screenshots on its pages when it is filtered by %j',
    async (filter, holds) => {
      const sort = { field: 'createdAt', direction: 'desc' } as const;
      const all = (await readAllPages(screenshotsBy({}), 200, sort)).rows;
      const expected = all
        .filter((row) => holds(row as unknown as Record<string, unknown>))
        .map((row) => row.id);
      const { rows, total } = await readAllPages(screenshotsBy(filter), 13, sort);
      expect(rows.map((row) => row.id)).toEqual(expected);
      expect(total).toBe(expected.length);
    },
  );
});

describe('a snapshot', () => {
  test('does not see rows that other transactions write during the snapshot', async () => {
    const sort = { field: 'id', direction: 'asc' } as const;
    const list = (tx: Queryable) => listSchedules(tx, { accountId: 2 }, { page: 0, size: 200, sort });
    const seen = await db.snapshot(async (tx) => {
      const before = await list(tx);
      await db.orm.execute(`delete from schedules where account_id = 2 and name = 'name 1'`);
      return [before, await list(tx)];
    });
    expect(seen[0]).toEqual(seen[1]);
    expect((await list(db.orm)).total).toBeLessThan(seen[0]!.total);
  });

  test('rejects writes', async () => {
    const writing = db.snapshot((tx) => tx.execute('delete from schedules'));
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
  });
});
