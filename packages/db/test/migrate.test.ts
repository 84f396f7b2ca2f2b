import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processEnv } from '@shotclock/runtime';
import { createDatabase, eventually, type TestDatabase } from '@shotclock/testing';
import postgres, { type Sql } from 'postgres';
import { afterEach, expect, test } from 'vitest';
import { migrate } from '../src/index.ts';
import { ownMigrations, readMigrations } from '../src/migrations-folder.ts';
import { createLaterMigrations, type MigrationsFolder } from './migrations.fixture.ts';

const known = readMigrations(ownMigrations);
const ours = `${known.length} migrations, the last ${known.at(-1)!.name}`;

let database: TestDatabase;
let sql: Sql;
const folders: MigrationsFolder[] = [];
/** Opens an empty or a migrated database. Migrating takes most of the time of these tests. */
async function openDatabase(options: { migrate?: typeof migrate } = {}): Promise<void> {
  database = await createDatabase(options);
  sql = postgres(database.url, { max: 2, onnotice: () => undefined });
}
afterEach(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
  await Promise.all(folders.splice(0).map((folder) => folder.remove()));
});

async function later(name: string, statements: string[]): Promise<string> {
  const made = await createLaterMigrations(name, statements);
  folders.push(made);
  return made.folder;
}

const applied = async () =>
  (await sql`select hash from drizzle.__drizzle_migrations order by created_at`).map((row) => row.hash);

/** Starts a process that migrates the database. `name` is its application name in Postgres. */
function migrateInProcess(folder: string, name: string) {
  const script = join(import.meta.dirname, 'migrate.fixture.ts');
  const { NODE_COMPILE_CACHE = '' } = processEnv();
  const env = { NODE_COMPILE_CACHE, PGAPPNAME: name };
  const child = spawn(process.execPath, [script, database.url, folder], { env });
  return { child, name, exit: once(child, 'exit').then(([code]) => code as number | null) };
}

test('concurrent migrations of an empty database apply each migration once', async () => {
  await openDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
  await migrate(database.url);
  expect([...(await sql`select id, name from accounts`)]).toEqual([{ id: '1', name: 'default' }]);
  expect(await applied()).toEqual(known.map(({ hash }) => hash));
  expect([...(await sql`select account_id, balance from wallets`)]).toEqual([
    { account_id: '1', balance: '1000.0000' },
  ]);
});

test('one of several processes migrates, and another takes over if that process is killed', async () => {
  await openDatabase();
  const folder = await later('0099_slow', [
    'create table fresh as select 1 as row;',
    // The test holds this lock, so the migration waits here.
    'select pg_advisory_xact_lock(7);',
    'insert into fresh select 2;',
  ]);
  const gate = await sql.reserve();
  await gate`select pg_advisory_lock(7)`;
  const processes = ['one', 'two', 'three'].map((name) => migrateInProcess(folder, name));
  const waiting = async (key: number) =>
    (
      await sql`
        select application_name as name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and objid = ${key} and not granted and datname = current_database()`
    ).map((row) => row.name as string);
  const { migrating } = await eventually(
    async () => {
      const [migrating, ...others] = await waiting(7);
      return (
        migrating !== undefined &&
        others.length === 0 &&
        (await waiting(746_825_625)).length === 2 && { migrating }
      );
    },
    { what: 'one process to migrate and two to wait', timeoutMs: 50_000 },
  );

  const victim = processes.find(({ name }) => name === migrating)!;
  victim.child.kill('SIGKILL');
  expect(await victim.exit).toBeNull();
  expect(await sql`select to_regclass('fresh') as found`).toEqual([{ found: null }]);
  await gate`select pg_advisory_unlock(7)`;
  gate.release();

  const others = processes.filter((one) => one !== victim);
  expect(await Promise.all(others.map(({ exit }) => exit))).toEqual([0, 0]);
  expect(await applied()).toEqual(readMigrations(folder).map(({ hash }) => hash));
  expect([...(await sql`select row from fresh order by row`)]).toEqual([{ row: 1 }, { row: 2 }]);
});

test('the error contains the name of the failed migration, and the database is unchanged', async () => {
  await openDatabase({ migrate });
  const before = await applied();
  const folder = await later('0099_bad', [
    'create table fresh (id int);',
    'update accounts set name = null;',
    'create table never (id int);',
  ]);
  await expect(migrate(database.url, folder)).rejects.toThrow(
    /^the migration 0099_bad failed: null value in column "name" .* \(23502\)\. The database is unchanged: you can start the previous version again$/,
  );
  expect(await applied()).toEqual(before);
  expect(await sql`select to_regclass('fresh') as found`).toEqual([{ found: null }]);

  await migrate(database.url);
  expect([...(await sql`select name from accounts`)]).toEqual([{ name: 'default' }]);
  await migrate(database.url, await later('0099_mended', ['create table fresh (id int);']));
  expect(await applied()).toHaveLength(before.length + 1);
});

test('the error contains both versions if a newer version has migrated the database', async () => {
  await openDatabase({ migrate });
  await migrate(database.url, await later('0099_later', ['create table fresh (id int);']));
  await expect(migrate(database.url)).rejects.toThrow(
    new RegExp(
      `^the database is newer than this version of Shotclock: the database has ${known.length + 1} migrations, the last one of 2\\d{3}-.*Z, this version of Shotclock has ${ours}; start the newer version`,
    ),
  );
  expect(await applied()).toHaveLength(known.length + 1);
});

test('a database is rejected if the SQL of an applied migration differs', async () => {
  await openDatabase({ migrate });
  const folder = await later('0099_later', ['create table fresh (id int);']);
  await migrate(database.url, folder);
  await appendFile(join(folder, '0099_later.sql'), '\n');
  await expect(migrate(database.url, folder)).rejects.toThrow(
    /^the database has an unknown migration: 0099_later differs from this version/,
  );
});
