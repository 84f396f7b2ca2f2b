// Migrates a database in which each list had two tables of counts, and then runs statements of the previous version.
import { createDatabase, eventually } from '@shotclock/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Database,
  defaultAccountId,
  listFinishedScreenshots,
  migrate,
  openDatabase,
} from '../src/index.ts';
import { otherSettings, settingColumns } from './filled-database.fixture.ts';
import { createEarlierMigrations, type MigrationsFolder } from './migrations.fixture.ts';

const before = '0034_page-records';
const day = `'2026-01-01'`;
const counts = (slot: number, count: number) =>
  `(select array_agg(case n when ${slot} then ${count} else 0 end order by n) from generate_series(0, 143) n), ${count}`;

/** The statements of the previous version. */
const appendActivity = (source: string, change: number) => `
  insert into activity_count_changes (account_id, source, day, slot, change, bytes)
  select 1, '${source}', date ${day}, 3::smallint, ${change}, ${change} * 10`;
const total = `
  select coalesce((select sum(total) from activity_counts where account_id = 1), 0)
    + coalesce((select sum(change) from activity_count_changes where account_id = 1), 0) as total`;
const fold = `
  with taken as (
    delete from activity_count_changes
    where ctid = any(array(select ctid from activity_count_changes limit 10 for update skip locked))
    returning account_id, source, day, slot, change, bytes
  )
  insert into activity_counts as kept (account_id, source, day, slots, total, bytes)
  select account_id, source, day, array_fill(0, array[144]), change, bytes from taken
  on conflict (account_id, source, day) do update set total = kept.total + excluded.total`;

let database: Awaited<ReturnType<typeof createDatabase>>;
let earlier: MigrationsFolder;
let sql: postgres.Sql;
let db: Database;
/** Two transactions of the previous version: one is in progress, and the other is waiting for the migration. */
let [isOpen, waited] = [false, false];

beforeAll(async () => {
  earlier = await createEarlierMigrations(before);
  database = await createDatabase();
  await migrate(database.url, earlier.folder);
  sql = postgres(database.url, { max: 4, onnotice: () => undefined });
  await sql.unsafe(`
    insert into activity_counts (account_id, source, day, slots, total, bytes) values
      (1, 'MANUAL_SCREENSHOT', ${day}, ${counts(3, 5)}, 50), (1, 'SCHEDULED_SCREENSHOT', ${day}, ${counts(7, 2)}, 20);
    insert into screenshot_counts (account_id, source, day, slots, total, started) values
      (1, 'SCHEDULED_SCREENSHOT', ${day}, ${counts(2, 9)}, 11);
    insert into content_check_counts (account_id, day, slots, total) values (1, ${day}, ${counts(1, 4)});
    insert into execution_count_changes (account_id, day, slot, change) values (1, ${day}, 5, 6);
    insert into wallet_entry_count_changes (account_id, reference_type, day, slot, change) values (1, 'TOP_UP', ${day}, 8, 7);
    ${appendActivity('MANUAL_SCREENSHOT', -2)}`);

  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const open = sql.begin(async (tx) => {
    await tx.unsafe(appendActivity('SCHEDULED_SCREENSHOT', 100));
    isOpen = true;
    started.resolve();
    await gate.promise;
  });
  await started.promise;
  const waitingFor = async (mode: string) =>
    (
      await sql`select from pg_locks where mode = ${mode} and not granted and relation = 'activity_count_changes'::regclass`
    ).length > 0;
  const migrated = migrate(database.url);
  await eventually(() => waitingFor('ExclusiveLock'), { what: 'the migration to wait for the transaction' });
  const waiting = sql.unsafe(appendActivity('SCHEDULED_SCREENSHOT', 1_000)).execute();
  await eventually(() => waitingFor('RowExclusiveLock'), { what: 'a settlement to wait for the migration' });
  waited = true;
  gate.resolve();
  await Promise.all([open, migrated, waiting]);
  db = openDatabase({ url: database.url, name: 'db tests' });
});
afterAll(async () => {
  await db?.close();
  await sql.end({ timeout: 1 });
  await database.drop();
  await earlier.remove();
});

const current = async () => {
  const request = {
    page: 9,
    size: 1,
    sort: { field: 'createdAt', direction: 'desc' },
    from: null,
    to: null,
  } as const;
  const list = await db.snapshot((tx) =>
    listFinishedScreenshots(tx, { accountId: defaultAccountId }, request),
  );
  return list.total;
};

test('the migration does not lose counts, even from transactions that are in progress or waiting for it', async () => {
  expect([isOpen, waited]).toEqual([true, true]);
  expect(await current()).toBe(5 + 2 - 2 + 100 + 1_000);
  const rows = await sql`
    select counter, slot::int, sum(records)::int as records, sum(amount)::int as amount from (
      select counter, n - 1 as slot, records, case when records > 0 then amount else 0 end as amount
      from counts, unnest(slots) with ordinality as slots (records, n) where day = ${sql.unsafe(day)}
      union all
      select counter, slot % 144, records, amount from facts
      where transaction >= (select before from counted_facts) and slot / 144 = date ${sql.unsafe(day)} - date '1970-01-01'
    ) parts where records <> 0 group by 1, 2 order by 1, 2`;
  expect([...rows]).toEqual([
    { counter: 1, slot: 3, records: 3, amount: 30 },
    { counter: 2, slot: 3, records: 1_100, amount: 11_000 },
    { counter: 2, slot: 7, records: 2, amount: 20 },
    { counter: 11, slot: 8, records: 7, amount: 0 },
    { counter: 21, slot: 2, records: 9, amount: 11 },
    { counter: 30, slot: 1, records: 4, amount: 0 },
    { counter: 40, slot: 5, records: 6, amount: 0 },
  ]);
});

test('processes that run the previous version read the same totals and keep counting', async () => {
  const of = async () => [Number((await sql.unsafe(total))[0]!.total), await current()];
  const [first] = await of();
  expect(await of()).toEqual([first, first]);
  await sql.unsafe(appendActivity('MANUAL_SCREENSHOT', 3));
  expect(await of()).toEqual([first! + 3, first! + 3]);
  await sql.unsafe(`
    insert into wallet_entry_count_changes (account_id, reference_type, day, slot, change) select 1, 'CONTENT_CHANGE', ${day}, 8, 2`);
  await sql.unsafe(`
    insert into screenshots (account_id, source, status, ${settingColumns}) values (1, 'MANUAL_SCREENSHOT', 'PENDING', 'https://example.com/', ${otherSettings})`);
  expect([
    ...(await sql`select reference_type, change from wallet_entry_count_changes where slot = 8 order by 1`),
    ...(await sql`select source, change, started from screenshot_count_changes where source = 'MANUAL_SCREENSHOT'`),
  ]).toEqual([
    { reference_type: 'CONTENT_CHANGE', change: 2 },
    { reference_type: 'TOP_UP', change: 7 },
    { source: 'MANUAL_SCREENSHOT', change: 1, started: 1 },
  ]);
});

test('captures settled by processes that run the previous version have facts with their IDs', async () => {
  const [added] = await sql.unsafe(`
    insert into screenshots (account_id, source, status, ${settingColumns})
    values (1, 'MANUAL_SCREENSHOT', 'PENDING', 'https://example.com/', ${otherSettings}) returning id`);
  await sql.unsafe(`
    with settled as (
      update screenshots set status = 'FAILED', captured_at = clock_timestamp() where id = ${added!.id}
      returning account_id, source, bytes
    )
    insert into activity_count_changes (account_id, source, day, slot, change, bytes)
    select account_id, source, date ${day}, 3::smallint, count(*), sum(bytes) from settled group by 1, 2`);
  expect([...(await sql`select kind from facts where subject_id = ${added!.id} order by id`)]).toEqual([
    { kind: 'screenshot.created' },
    { kind: 'screenshot.failed' },
  ]);
});

test('a scheduler that runs the previous version cannot fold counts, and changes nothing', async () => {
  const unchanged = await current();
  await expect(sql.unsafe(fold)).rejects.toMatchObject({ code: expect.stringMatching(/^[0-9A-Z]{5}$/) });
  expect(await current()).toBe(unchanged);
});
