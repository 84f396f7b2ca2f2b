import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, releaseCaptures } from '../src/index.ts';
import { nextInFairOrder } from '../src/repositories/captures/fair-order.ts';
import { openFilledDatabase, otherSettings, settingColumns } from './filled-database.fixture.ts';

// The example in the comments of fair-order.ts.
const rows = [
  // account, execution (null: manual), screenshot, status, minute of its release or null, minute of its end or null
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

test('the example of fair-order.ts has the order that its comments say', async () => {
  const inOrder = (count: number) => nextInFairOrder(db.orm, count);
  expect(await inOrder(3)).toEqual([301, 203, 111]);
  expect(await inOrder(10)).toEqual([301, 203, 111, 204, 101, 201, 102, 202]);
});

test('a release marks the captures of the example in the same order', async () => {
  const released = await db.transaction((tx) => releaseCaptures(tx, 5));
  expect(released.map(({ screenshotId }) => screenshotId)).toEqual([301, 203, 111]);
});
