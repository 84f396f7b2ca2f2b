import { execFile } from 'node:child_process';
import { access, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, unwrap } from '@shotclock/client';
import { processEnv } from '@shotclock/runtime';
import {
  bundledApps,
  eventually,
  type FixtureSite,
  type S3Server,
  startFixtureSite,
  startRedis,
  startS3Server,
} from '@shotclock/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createEverything, readEverything } from './filled-system.fixture.ts';
import { installedPostgres, startInstalledPostgres } from './installed-postgres.fixture.ts';
import { type Standalone, startStandalone, stopStandalone } from './running-system.fixture.ts';

const execute = promisify(execFile);
const cli = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
let site: FixtureSite;
let folder: string;
beforeAll(async () => {
  site = await startFixtureSite();
  folder = await mkdtemp(join(tmpdir(), 'shotclock-backup-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<Standalone> {
  const system = await startStandalone({ EGRESS_ALLOW: site.hostPort, ...env });
  // Ends a system that a failed test has not stopped.
  onTestFinished(() => void system.process.kill());
  return system;
}

/** Checks that the restored system can take captures. */
async function expectCapture({ origin }: Standalone): Promise<void> {
  const body = { url: site.url('/blocks'), width: 320, height: 240 };
  const shot = unwrap(await createClient({ baseUrl: origin }).POST('/api/v1/screenshots', { body }));
  expect(shot).toMatchObject({ status: 'SUCCESS' });
}

test('a stopped system restored from a copy of its data folder contains all data and can take captures', async () => {
  const original = await start({});
  await createEverything(original.origin, site.url('/blocks'));
  const before = await readEverything(original.origin);
  expect(Object.keys(before.artifacts).length).toBeGreaterThanOrEqual(8);
  original.process.kill('SIGTERM');
  await original.exit;
  const backup = join(folder, 'copy');
  await cp(original.dataDir, backup, { recursive: true, preserveTimestamps: true });
  await rm(original.dataDir, { recursive: true });

  await rename(backup, original.dataDir);
  const restored = await start({ DATA_DIR: original.dataDir });
  expect(await readEverything(restored.origin)).toEqual(before);
  await expectCapture(restored);
  await stopStandalone(restored);
}, 240_000);

/** Runs `shotclock` with these settings. */
async function shotclock(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = processEnv();
  const variables = { PATH, NODE_COMPILE_CACHE, ...bundledApps(), ...env };
  return (await execute(process.execPath, [cli, ...args], { env: variables })).stdout;
}

/** Creates captures that are in progress during the next seconds. */
function startCaptures(origin: string, count: number): Promise<unknown> {
  const api = createClient({ baseUrl: origin });
  const capture = (n: number) =>
    api.POST('/api/v1/screenshots', { body: { url: site.url(`/blocks?${n}`), width: 300 + n, height: 200 } });
  return Promise.all([...Array(count).keys()].map(capture));
}

/**
 * Backs up the running system twice while it takes captures, deletes a record between them, stops the system, and restores into the target.
 * Everything that existed before the backups must be there byte for byte, and the captures in progress must complete.
 */
async function expectDrill(name: string, stores: { original: Stores; target: Stores }): Promise<void> {
  const original = await start(stores.original);
  await createEverything(original.origin, site.url('/blocks'));
  const first = await readEverything(original.origin);
  const backup = join(folder, name);
  const env = { DATA_DIR: original.dataDir, ...stores.original };
  await shotclock(env, 'backup', backup);
  const api = createClient({ baseUrl: original.origin });
  await api.DELETE('/api/v1/screenshots/{screenshotId}', { params: { path: { screenshotId: 1 } } });
  const before = await readEverything(original.origin);
  const busy = startCaptures(original.origin, 6);
  const printed = JSON.parse(await shotclock(env, 'backup', backup, '--json'));
  expect(printed).toMatchObject({ damaged: [], version: expect.any(String) });
  expect(printed.added).toBeLessThan(printed.objects.count);
  await api.DELETE('/api/v1/screenshots/{screenshotId}', { params: { path: { screenshotId: 2 } } });
  await busy;
  await expect(shotclock(env, 'restore', backup)).rejects.toMatchObject({
    stderr: expect.stringMatching(/already contains a database|already has tables/),
  });
  await stopStandalone(original);

  const isExternal = stores.target.DATABASE_URL !== undefined;
  const otherKind = {
    DATA_DIR: join(folder, `${name}-other`),
    ...(isExternal ? {} : { DATABASE_URL: 'postgres://127.0.0.1:1/shotclock' }),
  };
  await expect(shotclock(otherKind, 'restore', backup)).rejects.toMatchObject({
    stdout: '',
    stderr: expect.stringContaining(
      isExternal
        ? 'the backup is a dump of an external database; set DATABASE_URL to an empty database'
        : 'unset DATABASE_URL, restore into an empty DATA_DIR, start the system, and copy its database with pg_dump',
    ),
  });
  await expect(access(otherKind.DATA_DIR)).rejects.toThrow('ENOENT');

  const dataDir = join(folder, `${name}-restored`);
  const restoredEnv = { DATA_DIR: dataDir, ...stores.target };
  expect(JSON.parse(await shotclock(restoredEnv, 'restore', backup, '--json'))).toMatchObject({
    damaged: [],
    database: printed.database,
  });
  const restored = await start(restoredEnv);
  const again = createClient({ baseUrl: restored.origin });
  await eventually(
    async () => {
      const query = { size: 200 };
      const { content } = unwrap(await again.GET('/api/v1/screenshots', { params: { query } }));
      return content.every(({ status }) => status === 'SUCCESS');
    },
    { timeoutMs: 60_000, what: 'the captures that were unfinished in the backup to complete' },
  );
  const after = await readEverything(restored.origin);
  expect(after.artifacts).toMatchObject(before.artifacts);
  expect(Object.keys(first.artifacts).length).toBeGreaterThan(Object.keys(before.artifacts).length);
  expect(after.lists).toMatchObject({
    'schedules?expand=items,policy': before.lists['schedules?expand=items,policy'],
    'activity/content-changes': before.lists['activity/content-changes'],
    wallet: before.lists.wallet,
  });
  expect(await shotclock(restoredEnv, 'storage', 'check')).toMatch(/ 0 missing, 0 damaged, /);
  await expectCapture(restored);
  await stopStandalone(restored);
}

type Stores = Record<string, string>;

test('a running standalone system is backed up, and restored to another folder', async () => {
  await expectDrill('standalone', { original: {}, target: {} });
}, 300_000);

test.skipIf(installedPostgres === undefined)(
  'a running system with an external database, Redis and S3 is backed up, and restored to others',
  async () => {
    const [server, redis, s3, otherS3] = await Promise.all([
      startInstalledPostgres(installedPostgres!),
      startRedis(),
      startS3Server(),
      startS3Server(),
    ]);
    onTestFinished(async () => {
      await Promise.all([server.stop(), redis.stop(), s3.close(), otherS3.close()]);
    });
    await server.run('createdb', ['--maintenance-db', server.url('postgres'), 'restored']);
    const storesWith = (database: string, { options }: S3Server): Stores => ({
      DATABASE_URL: server.url(database),
      REDIS_URL: redis.url,
      S3_ENDPOINT: options.endpoint,
      S3_BUCKET: options.bucket,
      S3_ACCESS_KEY: options.accessKey,
      S3_SECRET_KEY: options.secretKey,
    });
    await expectDrill('external', {
      original: storesWith('shotclock', s3),
      target: storesWith('restored', otherS3),
    });
  },
  300_000,
);
