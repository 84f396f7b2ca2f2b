import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createClient, unwrap } from '@shotclock/client';
import { eventually, type FixtureSite, startFixtureSite } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEverything, readEverything } from './filled-system.fixture.ts';
import { installedPostgres, startInstalledPostgres } from './installed-postgres.fixture.ts';
import { type Standalone, startStandalone, stopStandalone } from './running-system.fixture.ts';

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

const start = (env: Record<string, string>) => startStandalone({ EGRESS_ALLOW: site.hostPort, ...env });

/** Checks that the restored system can take captures. */
async function expectCapture({ origin }: Standalone): Promise<void> {
  const body = { url: site.url('/blocks'), width: 320, height: 240 };
  const shot = unwrap(await createClient({ baseUrl: origin }).POST('/api/v1/screenshots', { body }));
  expect(shot).toMatchObject({ status: 'SUCCESS' });
}

test('a system restored from a copy of its data folder contains all data and can take captures', async () => {
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

test.skipIf(installedPostgres === undefined)(
  'a system restored from an online dump and a copy of the objects contains all data and can take captures',
  async () => {
    const server = await startInstalledPostgres(installedPostgres!);
    try {
      const original = await start({ DATABASE_URL: server.url('shotclock') });
      const api = createClient({ baseUrl: original.origin });
      await createEverything(original.origin, site.url('/blocks'));
      const before = await readEverything(original.origin);
      const busy = [...Array(6).keys()].map((n) =>
        api.POST('/api/v1/screenshots', {
          body: { url: site.url(`/blocks?${n}`), width: 300 + n, height: 200 },
        }),
      );

      const dump = join(folder, 'shotclock.dump');
      await server.run('pg_dump', ['--format=custom', '--file', dump, server.url('shotclock')]);
      // Objects that are deleted after the dump are kept for the grace period.
      const path = { screenshotId: 1 };
      expect(
        (await api.DELETE('/api/v1/screenshots/{screenshotId}', { params: { path } })).response.status,
      ).toBe(204);
      const dataDir = join(folder, 'restored');
      await cp(join(original.dataDir, 'objects'), join(dataDir, 'objects'), {
        recursive: true,
        filter: (source) => basename(source) !== '.incoming',
      });
      await Promise.all(busy);
      await stopStandalone(original);

      await server.run('createdb', ['--maintenance-db', server.url('postgres'), 'restored']);
      const into = ['--no-owner', '--exit-on-error', '--dbname', server.url('restored')];
      await server.run('pg_restore', [...into, dump]);
      const restored = await start({ DATABASE_URL: server.url('restored'), DATA_DIR: dataDir });
      const again = createClient({ baseUrl: restored.origin });
      await eventually(
        async () => {
          const query = { size: 200 };
          const { content } = unwrap(await again.GET('/api/v1/screenshots', { params: { query } }));
          return content.every(({ status }) => status === 'SUCCESS');
        },
        { timeoutMs: 60_000, what: 'the captures that were unfinished in the dump to complete' },
      );
      const after = await readEverything(restored.origin);
      expect(after.artifacts).toMatchObject(before.artifacts);
      expect(after.lists).toMatchObject({
        'schedules?expand=items,policy': before.lists['schedules?expand=items,policy'],
        'activity/content-changes': before.lists['activity/content-changes'],
        wallet: before.lists.wallet,
      });
      const feed = unwrap(
        await again.GET('/api/v1/activity/screenshots', { params: { query: { size: 200 } } }),
      );
      expect(feed.totalElements).toBe(feed.content.length);
      await expectCapture(restored);
      await stopStandalone(restored);
    } finally {
      await server.stop();
    }
  },
  240_000,
);
