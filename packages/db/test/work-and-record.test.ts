// Migrates a filled database with the previous schema, in which `screenshots` also contained the captures in progress.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '@shotclock/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../src/index.ts';
import { ownMigrations } from '../src/migrations-folder.ts';
import { otherSettings, settingColumns } from './filled-database.fixture.ts';

const before = '0008_feed-count-changes';
const token = '11111111-1111-4111-8111-111111111111';
const at = (minute: number) => `'2026-01-01T09:${String(minute).padStart(2, '0')}:00Z'`;
const time = (minute: number) => new Date(`2026-01-01T09:${String(minute).padStart(2, '0')}:00Z`);

let database: Awaited<ReturnType<typeof createDatabase>>;
let folder: string;
let sql: postgres.Sql;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-migrations-'));
  await cp(ownMigrations, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'));
  const end = journal.entries.findIndex(({ tag }) => tag === before) + 1;
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));

  database = await createDatabase();
  await migrate(database.url, folder);
  sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`
    insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
    values (1, 'hourly', 'ACTIVE', 'ONCE', 'UTC', 'skip', 'skip', 0);
    insert into schedule_executions (account_id, schedule_id, trigger, status, total_items) values (1, 1, 'MANUAL', 'PROCESSING', 4);
    insert into screenshots (account_id, execution_id, source, request_id, status, attempt, attempts_left, lost_workers,
      attempt_token, lease_expires_at, release_at, enqueued_at, started_at, captured_at, processing_time_ms, description, ${settingColumns})
    select 1, execution, source, request, status, attempt, attempts, lost, token::uuid, lease::timestamptz, release::timestamptz,
      enqueued::timestamptz, started::timestamptz, captured::timestamptz, ms, note, 'https://example.com/', ${otherSettings}
    from (values
      (1, 'SCHEDULED_SCREENSHOT', null, 'PENDING', 0, 3, 0, null, null, ${at(1)}, null, null, null, null, null),
      (1, 'SCHEDULED_SCREENSHOT', null, 'PENDING', 2, 1, 1, null, null, ${at(2)}, null, ${at(1)}, null, null, null),
      (1, 'SCHEDULED_SCREENSHOT', null, 'PENDING', 0, 3, 0, null, null, ${at(1)}, ${at(3)}, null, null, null, null),
      (null, 'MANUAL_SCREENSHOT', 'request-4', 'PROCESSING', 1, 3, 0, '${token}', ${at(30)}, ${at(1)}, ${at(3)}, ${at(4)}, null, null, null),
      (null, 'MANUAL_SCREENSHOT', 'request-5', 'PROCESSING', 1, 2, 0, gen_random_uuid()::text, ${at(30)}, ${at(1)}, null, ${at(4)}, null, null, null),
      (1, 'SCHEDULED_SCREENSHOT', null, 'SUCCESS', 1, 3, 0, null, null, ${at(1)}, null, ${at(4)}, ${at(5)}, 60000, 'note'),
      (null, 'MANUAL_SCREENSHOT', 'request-7', 'FAILED', 0, 3, 0, null, null, ${at(1)}, null, null, ${at(5)}, null, 'cancelled')
    ) rows (execution, source, request, status, attempt, attempts, lost, token, lease, release, enqueued, started, captured, ms, note);`);
  await migrate(database.url);
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
  await rm(folder, { recursive: true });
});

test('the migration moves exactly the captures in progress, with their state', async () => {
  const none = {
    request_id: null,
    trace_parent: null,
    lost_workers: 0,
    attempt_token: null,
    lease_expires_at: null,
  };
  const run = { account_id: '1', execution_id: '1', source: 'SCHEDULED_SCREENSHOT' };
  const manual = { account_id: '1', execution_id: null, source: 'MANUAL_SCREENSHOT' };
  expect([...(await sql`select * from captures order by screenshot_id`)]).toEqual([
    {
      ...none,
      ...run,
      screenshot_id: '1',
      attempt: 0,
      attempts_left: 3,
      release_at: time(1),
      enqueued_at: null,
      started_at: null,
    },
    {
      ...none,
      ...run,
      screenshot_id: '2',
      attempt: 2,
      attempts_left: 1,
      lost_workers: 1,
      release_at: time(2),
      enqueued_at: null,
      started_at: time(1),
    },
    {
      ...none,
      ...run,
      screenshot_id: '3',
      attempt: 0,
      attempts_left: 3,
      release_at: time(1),
      enqueued_at: time(3),
      started_at: null,
    },
    {
      ...manual,
      screenshot_id: '4',
      request_id: 'request-4',
      trace_parent: null,
      attempt: 1,
      attempts_left: 3,
      lost_workers: 0,
      attempt_token: token,
      lease_expires_at: time(30),
      release_at: time(1),
      enqueued_at: time(3),
      started_at: time(4),
    },
    {
      ...manual,
      screenshot_id: '5',
      request_id: 'request-5',
      trace_parent: null,
      attempt: 1,
      attempts_left: 2,
      lost_workers: 0,
      attempt_token: expect.any(String),
      lease_expires_at: time(30),
      release_at: time(1),
      enqueued_at: time(4),
      started_at: time(4),
    },
  ]);
});

test('the records of running captures become PENDING, and finished records do not change', async () => {
  const records = await sql`
    select id::int, status, attempt, started_at, captured_at, processing_time_ms, description from screenshots order by id`;
  expect(records.map(({ id, status }) => [id, status])).toEqual([
    ...[1, 2, 3, 4, 5].map((id) => [id, 'PENDING']),
    [6, 'SUCCESS'],
    [7, 'FAILED'],
  ]);
  expect(records.slice(5)).toEqual([
    {
      id: 6,
      status: 'SUCCESS',
      attempt: 1,
      started_at: time(4),
      captured_at: time(5),
      processing_time_ms: 60_000,
      description: 'note',
    },
    {
      id: 7,
      status: 'FAILED',
      attempt: 0,
      started_at: null,
      captured_at: time(5),
      processing_time_ms: null,
      description: 'cancelled',
    },
  ]);
});

test('statements from the previous version fail without changing anything', async () => {
  const statements = [
    `update screenshots set status = 'PROCESSING', attempt_token = gen_random_uuid() where id = 1`,
    `update screenshots set status = 'SUCCESS', attempt_token = null, lease_expires_at = null where id = 4`,
    `update screenshots set enqueued_at = now() where id = 1`,
    `insert into screenshots (account_id, source, status, attempts_left, ${settingColumns})
      values (1, 'MANUAL_SCREENSHOT', 'PENDING', 3, 'https://example.com/', ${otherSettings})`,
  ];
  for (const statement of statements)
    await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: '42703' });
});

test('indexes do not contain columns that claims or lease renewals change, so these updates are HOT', async () => {
  const indexes = await sql<{ definition: string }[]>`
    select indexdef as definition from pg_indexes where tablename = 'captures'`;
  expect(indexes.length).toBeGreaterThan(0);
  for (const { definition } of indexes)
    expect(definition).not.toMatch(/\battempt|lease_expires_at|started_at/);
});

test('the migrations count existing records', async () => {
  expect([
    ...(await sql`
    select source, sum(change)::int as count from screenshot_count_changes group by 1 order by 1`),
  ]).toEqual([
    { source: 'MANUAL_SCREENSHOT', count: 3 },
    { source: 'SCHEDULED_SCREENSHOT', count: 4 },
  ]);
  expect([...(await sql`select schedule_id, total from execution_totals`)]).toEqual([
    { schedule_id: '1', total: 1 },
  ]);
});
