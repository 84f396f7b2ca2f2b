import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@shotclock/db';
import { lockFile } from '@shotclock/embedded';
import { startErrorText } from '@shotclock/runtime';
import { createDatabase } from '@shotclock/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../src/run.ts';

/** The error of a command that must fail. */
async function failureOf(env: Record<string, string>, ...args: string[]): Promise<string> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const streams = { writeOut: () => undefined, writeErr: () => undefined };
  try {
    await run(args, streams);
    return expect.unreachable();
  } catch (error) {
    return startErrorText(error);
  } finally {
    vi.unstubAllEnvs();
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function folderWithBackup(change: object = {}): Promise<string> {
  const folder = await makeFolder();
  const backup = {
    format: 1,
    version: '0.1.0',
    completedAt: '2026-01-01T00:00:00.000Z',
    database: { kind: 'dump', folder: 'database-1' },
    objects: { count: 0, bytes: 0 },
    ...change,
  };
  await mkdir(join(folder, 'objects'));
  await writeFile(join(folder, 'backup.json'), JSON.stringify(backup));
  return folder;
}

async function emptyDatabase(options: { migrate?: typeof migrate } = {}): Promise<string> {
  const database = await createDatabase(options);
  onTestFinished(() => database.drop());
  return database.url;
}

test('a backup that is incomplete, damaged or of a later version is not restored', async () => {
  const env = { DATA_DIR: await makeFolder() };
  expect(await failureOf(env, 'restore', await makeFolder())).toContain('contains no complete backup');
  const damaged = await folderWithBackup({ database: { kind: 'dump', folder: '../elsewhere' } });
  expect(await failureOf(env, 'restore', damaged)).toContain('does not describe a backup');
  await writeFile(join(damaged, 'backup.json'), '{');
  expect(await failureOf(env, 'restore', damaged)).toContain('does not describe a backup');
  const later = await folderWithBackup({ version: '0.10.0' });
  expect(await failureOf(env, 'restore', later)).toMatch(/made by Shotclock 0\.10\.0, which is later than/);
});

test('a target with content is not changed', async () => {
  const backup = await folderWithBackup();
  const dataDir = await makeFolder();
  const migrated = await emptyDatabase({ migrate });
  expect(await failureOf({ DATABASE_URL: migrated, DATA_DIR: dataDir }, 'restore', backup)).toContain(
    'already has tables',
  );
  await mkdir(join(dataDir, 'objects'));
  await writeFile(join(dataDir, 'objects', 'shotclock-store'), 'another database');
  const env = { DATABASE_URL: await emptyDatabase(), DATA_DIR: dataDir };
  expect(await failureOf(env, 'restore', backup)).toContain('the object store already has content');
  await mkdir(join(dataDir, 'postgres'));
  const cluster = await folderWithBackup({ database: { kind: 'cluster', folder: 'database-1' } });
  expect(await failureOf({ DATA_DIR: dataDir }, 'restore', cluster)).toContain('already contains a database');
});

test('a backup is restored only into its own kind of database', async () => {
  const dataDir = await makeFolder();
  const cluster = await folderWithBackup({ database: { kind: 'cluster', folder: 'database-1' } });
  const env = { DATABASE_URL: await emptyDatabase(), DATA_DIR: dataDir };
  expect(await failureOf(env, 'restore', cluster)).toContain('cannot be restored into DATABASE_URL');
  const dump = await folderWithBackup();
  expect(await failureOf({ DATA_DIR: dataDir }, 'restore', dump)).toContain(
    'set DATABASE_URL to an empty database',
  );
});

test('a folder with other files is not changed', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'letter.txt'), '');
  await chmod(folder, 0o755);
  const env = { DATA_DIR: await makeFolder() };
  expect(await failureOf(env, 'backup', folder)).toContain('contains other files (letter.txt)');
  expect(await failureOf(env, 'backup', await makeFolder())).toMatch(
    /contains no database; set DATA_DIR to the folder of a standalone system, or set DATABASE_URL\n$/,
  );
  expect(await failureOf(env, 'backup', join(folder, 'letter.txt'))).toContain('cannot be read (ENOTDIR)');
  expect(await readdir(folder)).toEqual(['letter.txt']);
  expect((await stat(folder)).mode & 0o777).toBe(0o755);
});

test('a backup of another system is not replaced', async () => {
  const backup = await folderWithBackup();
  await writeFile(join(backup, 'objects', 'shotclock-store'), 'one system');
  const env = { DATA_DIR: await makeFolder() };
  expect(await failureOf(env, 'backup', backup)).toContain('a backup of another system');
  expect(await readdir(join(backup, 'objects'))).toEqual(['shotclock-store']);
});

test('without a created key, --include-secrets-key is refused', async () => {
  const env = { DATA_DIR: await makeFolder() };
  expect(await failureOf(env, 'backup', await makeFolder(), '--include-secrets-key')).toMatch(
    /secrets\.key does not exist; store SECRETS_KEYS/,
  );
});

test('without the PostgreSQL client, the error names the package', async () => {
  const env = {
    DATABASE_URL: await emptyDatabase({ migrate }),
    DATA_DIR: await makeFolder(),
    PATH: '/nowhere',
  };
  expect(await failureOf(env, 'backup', await makeFolder())).toMatch(
    /pg_dump is not installed; install .*postgresql-client/,
  );
});

test.each(['postgres', 'objects'])('a folder inside the copied data is refused: %s', async (name) => {
  const dataDir = await makeFolder();
  await mkdir(join(dataDir, name));
  const link = join(await makeFolder(), 'link');
  await symlink(join(dataDir, name), link);
  for (const folder of [join(dataDir, name), join(dataDir, name, 'new/backup'), join(link, 'new')])
    expect(await failureOf({ DATA_DIR: dataDir }, 'backup', folder)).toContain('which the backup copies');
  expect(await readdir(join(dataDir, name))).toEqual([]);
});

test('only one backup to a folder runs at a time', async () => {
  const folder = await folderWithBackup();
  const lock = await lockFile(join(folder, 'backup.lock'), () => 'locked');
  const env = { DATA_DIR: await makeFolder() };
  expect(await failureOf(env, 'backup', folder)).toContain(
    `another backup to ${folder} is in progress (pid ${process.pid})`,
  );
  await lock.release();
  expect(await failureOf(env, 'backup', folder)).toContain('contains no database');
  expect(await readdir(folder)).not.toContain('backup.lock');
});

test('failed backups leave the previous backup and at most one incomplete copy', async () => {
  const folder = await folderWithBackup();
  await mkdir(join(folder, 'database-1'));
  const env = { DATA_DIR: await makeFolder() };
  for (const _attempt of [1, 2, 3]) await failureOf(env, 'backup', folder);
  const copies = (await readdir(folder)).filter((name) => name.startsWith('database-'));
  expect(copies).toContain('database-1');
  expect(copies.length).toBeLessThanOrEqual(2);
});
