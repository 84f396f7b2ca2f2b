// Adds the options columns to a database of the previous version, while processes of that version continue to use it.
import { createDatabase } from '@shotclock/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Database,
  defaultAccountId,
  findItem,
  findSchedule,
  findScreenshot,
  insertExecutions,
  migrate,
  openDatabase,
  startExecutions,
} from '../src/index.ts';
import { otherSettings, settingColumns } from './filled-database.fixture.ts';
import { createEarlierMigrations } from './migrations.fixture.ts';

const before = '0036_events-from-facts';
const key = { accountId: defaultAccountId, scheduleId: 1, itemId: 1 };

/** The statements of the previous version. */
const insertItem = (position: number) => `
  insert into schedule_items (account_id, schedule_id, position, ${settingColumns})
  values (1, 1, ${position}, 'https://example.com/', ${otherSettings})`;
const dispatch = `
  insert into screenshots (account_id, execution_id, item_id, source, status, ${settingColumns})
  select e.account_id, e.id, i.id, 'SCHEDULED_SCREENSHOT', 'PENDING', ${settingColumns}
  from schedule_executions e join schedule_items i on i.schedule_id = e.schedule_id
  where e.id = $1`;

let database: Awaited<ReturnType<typeof createDatabase>>;
let sql: postgres.Sql;
let db: Database;
/** A prepared statement of the previous version, which remains in use after the migration. */
const readScreenshots = () => sql`select id, url from screenshots order by id`;

beforeAll(async () => {
  const earlier = await createEarlierMigrations(before);
  database = await createDatabase();
  await migrate(database.url, earlier.folder);
  await earlier.remove();
  sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`
    insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
    values (1, 'hourly', 'ACTIVE', 'INTERVAL', 'UTC', 'skip', 'skip', 0)`);
  await sql.unsafe(insertItem(0));
  await sql`insert into schedule_executions (account_id, schedule_id, trigger, status) values (1, 1, 'MANUAL', 'PROCESSING')`;
  await sql.unsafe(dispatch, [1], { prepare: true });
  await readScreenshots();
  await migrate(database.url);
  db = openDatabase({ url: database.url, name: 'db tests' });
});
afterAll(async () => {
  await db?.close();
  await sql.end({ timeout: 1 });
  await database.drop();
});

const run = async () =>
  (await insertExecutions(db.orm, [{ ...key, trigger: 'MANUAL', status: 'PROCESSING' }]))[0]!.id;

test('existing schedules, items and screenshots have no options', async () => {
  expect((await findSchedule(db.orm, key))!.options).toBeNull();
  expect((await findItem(db.orm, key))!.options).toBeNull();
  expect((await findScreenshot(db.orm, { ...key, screenshotId: 1 }))!.options).toBeNull();
});

test('processes that run the previous version can start runs, which have no options', async () => {
  await sql.unsafe(insertItem(1));
  await sql.unsafe(dispatch, [await run()], { prepare: true });
  expect(await readScreenshots()).toHaveLength(3);
  expect([...(await sql`select count(*)::int as found from screenshots where options is not null`)]).toEqual([
    { found: 0 },
  ]);
});

test('runs of a migrated schedule get its options', async () => {
  await sql`update schedules set options = '{"colorScheme": "dark"}'`;
  const executionId = await run();
  await startExecutions(db.orm, { ...key, executionIds: [executionId] }, { attempts: 3 });
  const captured = await sql`select distinct options from screenshots where execution_id = ${executionId}`;
  expect([...captured]).toEqual([{ options: { colorScheme: 'dark' } }]);
});
