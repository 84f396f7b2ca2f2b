import { openDatabase } from '@shotclock/db';
import { createDatabase, eventually, type TestDatabase } from '@shotclock/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../src/migrate-database.ts';
import { spawnStandalone, stopStandalone } from './running-system.fixture.ts';
import { type AppProcess, spawnApp } from './spawn-app.fixture.ts';

const apps = ['api', 'scheduler', 'worker'] as const;

let database: TestDatabase;
const started: AppProcess[] = [];
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((app) => app.remove()));
  await database.drop();
});

async function start(name: (typeof apps)[number], env: Record<string, string> = {}): Promise<AppProcess> {
  const app = await spawnApp(name, { DATABASE_URL: database.url, REDIS_URL: '', ...env });
  started.push(app);
  return app;
}

async function query(text: string): Promise<void> {
  const db = openDatabase({ url: database.url, name: 'versions test', connections: 1 });
  await db.orm.execute(text);
  await db.close();
}

const migrateAll = (databaseUrl: string) => migrateDatabase({ databaseUrl, redisUrl: null });
/** Replaces the empty database with a migrated one. */
async function migrateToCurrent(): Promise<void> {
  await database.drop();
  database = await createDatabase({ migrate: migrateAll });
}
/** Adds the record of a migration from a later version. */
const addLaterMigration = () =>
  query(`insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`);

/** Waits until an app that cannot start has exited, and returns its only line of output. */
async function startError(app: AppProcess): Promise<string> {
  expect(await app.exit).toBe(1);
  const lines = app.stderr().trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

const readiness = async (app: AppProcess) => {
  const response = await fetch(`${app.origin}/health/ready`);
  return (await response.json()) as { status: string; checks: Record<string, string> };
};
describe.each(apps)('%s', (name) => {
  test('exits with a one-line message if the database has no migrations', async () => {
    expect(await startError(await start(name))).toMatch(
      /^shotclock: the database is not migrated: the database has no migrations, this version of Shotclock has \d+ migrations, the last \S+; run the migrations first/,
    );
  });

  test('exits with a one-line message if the database is newer', async () => {
    await migrateToCurrent();
    await addLaterMigration();
    expect(await startError(await start(name))).toMatch(
      /^shotclock: the database is newer than this version of Shotclock: .*; start the newer version/,
    );
  });

  test('warns while running if the database becomes newer, and is not ready if a migration is missing', async () => {
    await migrateToCurrent();
    const app = await start(name);
    await eventually(async () => (await readiness(app).catch(() => null))?.status === 'ok', {
      timeoutMs: 240_000,
      what: 'the app to be ready',
    });
    await addLaterMigration();
    // The API caches readiness results for up to a second.
    const warned = async () => {
      expect(await readiness(app)).toMatchObject({ status: 'ok', checks: { schema: 'ok' } });
      return app.output().includes('the database is newer than this version of Shotclock');
    };
    await eventually(warned, { what: 'the warning' });
    await query('delete from drizzle.__drizzle_migrations where id > 1');
    const failed = async () => (await readiness(app)).status === 'failed';
    await eventually(failed, { what: 'the app not to be ready' });
    expect(await readiness(app)).toMatchObject({ checks: { schema: 'failed' } });
    app.process.kill('SIGTERM');
    expect(await app.exit).toBe(0);
  });
});

test('the API waits for an unavailable database when it starts, and shuts down gracefully', async () => {
  const app = await start('api', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
  await eventually(() => app.output().includes('cannot start yet: a required server is unavailable'), {
    timeoutMs: 240_000,
    what: 'the API to wait for the database',
  });
  app.process.kill('SIGTERM');
  expect(await app.exit).toBe(0);
  expect(app.stderr()).toBe('');
});

test('an app exits with a one-line message if the database rejects its connection', async () => {
  const url = new URL(database.url);
  url.pathname = '/nothing';
  expect(await startError(await start('scheduler', { DATABASE_URL: url.href }))).toMatch(
    /^shotclock: the database rejects the connection: database "nothing" does not exist \(3D000\); check DATABASE_URL/,
  );
});

test('the scheduler exits if the queue has no tables', async () => {
  await migrateDatabase({ databaseUrl: database.url, redisUrl: 'redis://elsewhere' });
  expect(await startError(await start('scheduler'))).toMatch(
    /^shotclock: the queue has no tables in the database; run the migrations first .*, or set REDIS_URL$/,
  );
});

test("the worker exits if the queue's tables are too new", async () => {
  await migrateToCurrent();
  await query('update bullmq.migration set min_client_version = 99');
  expect(await startError(await start('worker'))).toMatch(
    /^shotclock: the queue's tables are newer than this version of Shotclock: they need BullMQ 99, this version has \d+;/,
  );
});

test('standalone exits with a one-line message if its database is newer', async () => {
  await migrateToCurrent();
  await addLaterMigration();
  const system = await spawnStandalone({ DATABASE_URL: database.url });
  expect(await system.exit).toMatchObject({ code: 1 });
  const lines = system.output().trimEnd().split('\n');
  expect(lines).toEqual([
    'Starting Shotclock …',
    expect.stringMatching(/^shotclock: the database is newer than this version/),
  ]);
  await stopStandalone(system);
});
