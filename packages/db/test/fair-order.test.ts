import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseCaptures } from '../src/all-accounts.ts';
import type { Database } from '../src/index.ts';
import { nextInFairOrder } from '../src/repositories/captures/fair-order.ts';
import { openFilledDatabase, otherSettings, settingColumns } from './filled-database.fixture.ts';

// The example in the comments of fair-order.ts.
const rows = [
  // The columns are account, execution (null: manual), screenshot, status, release time or null, and completion time or
  // null.
  [1, 10, 1, 'SUCCESS', null, '08:59'],
  [2, 20, 2, 'SUCCESS', null, '08:50'],
  [1, 10, 100, 'PENDING', '09:02', null],
  [2, 20, 200, 'PENDING', '09:01', null],
  [1, 10, 101, 'PENDING', null, null],
  [1, 10, 102, 'PENDING', null, null],
  [1, 11, 111, 'PENDING', null, null],
  [2, 20, 201, 'PENDING', null, null],
  [2, 20, 202, 'PENDING', null, null],
  [2, null, 203, 'PENDING', null, null],
  [2, null, 204, 'PENDING', null, null],
  [3, 30, 301, 'PENDING', null, null],
] as const;

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openFilledDatabase(async (run) => {
    await run(`insert into accounts (name) values ('second'), ('third')`);
    await run(`insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
      select id, 'hourly', 'ACTIVE', 'INTERVAL', 'UTC', 'skip', 'skip', 0 from accounts order by id`);
    for (const [account, execution] of [
      [1, 10],
      [1, 11],
      [2, 20],
      [3, 30],
    ])
      await run(`insert into schedule_executions (id, account_id, schedule_id, trigger, status) overriding system value
        values (${execution}, ${account}, ${account}, 'MANUAL', 'PROCESSING')`);
    const time = (minute: string | null) =>
      minute === null ? 'null' : `timestamptz '2026-01-01 ${minute}Z'`;
    for (const [account, execution, id, status, released, ended] of rows)
      await run(`with record as (
          insert into screenshots (id, account_id, execution_id, source, status, captured_at, ${settingColumns})
          overriding system value
          values (${id}, ${account}, ${execution}, '${execution === null ? 'MANUAL' : 'SCHEDULED'}_SCREENSHOT', '${status}', ${time(ended)},
            'https://example.com/', ${otherSettings}) returning *
        ) insert into captures (screenshot_id, account_id, execution_id, source, attempts_left, enqueued_at)
        select id, account_id, execution_id, source, 3, ${time(released)} from record where status = 'PENDING'`);
  }));
});
afterAll(() => close());

test('the example in fair-order.ts has the order that its comments state', async () => {
  const inOrder = (count: number) => nextInFairOrder(db.orm, count);
  expect(await inOrder(3)).toEqual([301, 203, 111]);
  expect(await inOrder(10)).toEqual([301, 203, 111, 204, 101, 201, 102, 202]);
});

test("a release marks the example's captures in the same order", async () => {
  const released = await db.transaction((tx) => releaseCaptures(tx, 5));
  expect(released.map(({ screenshotId }) => screenshotId)).toEqual([301, 203, 111]);
});

test('a selection is a prefix of every larger selection', async () => {
  const mixed = await openFilledDatabase(async (run) => {
    await run(`insert into accounts (name) select 'account' from generate_series(2, 6)`);
    // Of every seven captures, one holds a place and one has finished.
    await run(`with numbers as (
        select n, 1 + n * n % 6 as account, n % 7 = 0 as held, n % 7 = 1 as finished, n * 5 % 3 as execution from generate_series(1, 200) n
      ), records as (
        insert into screenshots (account_id, source, status, captured_at, started_at, ${settingColumns})
        select account, 'MANUAL_SCREENSHOT', case when finished then 'SUCCESS' else 'PENDING' end,
          case when finished then timestamptz '2026-01-01Z' + make_interval(mins => n * 31 % 60) end, null, 'https://example.com/', ${otherSettings}
        from numbers order by n returning id, account_id, status
      ) insert into captures (screenshot_id, account_id, execution_id, source, attempts_left, enqueued_at)
      select id, account_id, nullif(execution, 0), case when execution = 0 then 'MANUAL' else 'SCHEDULED' end || '_SCREENSHOT', 3,
        case when held then timestamptz '2026-01-01Z' + make_interval(secs => n) end
      from records join numbers on n = id where status = 'PENDING'`);
  });
  try {
    const all = await nextInFairOrder(mixed.db.orm, 200);
    expect(all.length).toBeGreaterThan(100);
    for (let count = 1; count <= 40; count += 1)
      expect(await nextInFairOrder(mixed.db.orm, count), `${count} captures`).toEqual(all.slice(0, count));
  } finally {
    await mixed.close();
  }
});
