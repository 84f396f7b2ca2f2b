import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exists } from '@shotclock/runtime';
import { expect, test } from 'vitest';
import { clusterFolder, createClusterParent, runnablePrograms } from '../src/accessible-folders.ts';
import { findBundledPostgres } from '../src/bundled-postgres.ts';
import { commandSucceeds } from '../src/identity.ts';

const currentUser = { prefix: [] };
const nobody = { prefix: [], user: { uid: 65_534, gid: 65_534 } };

test('a user with access to the data directory and the programs uses them where they are', async () => {
  const bundled = await findBundledPostgres();
  expect(await runnablePrograms(currentUser, bundled)).toBe(bundled);
  for (const path of ['postgres', 'absent/postgres'])
    expect(await clusterFolder(currentUser, join(tmpdir(), path))).toBe(join(tmpdir(), path));
});

test.runIf(process.getuid?.() === 0)(
  'a user without access uses a copy of the programs and always the same alternative data directory',
  async () => {
    // Only the owner has access to a folder created by mkdtemp.
    const folder = await mkdtemp(join(tmpdir(), 'shotclock-private-'));
    const bundled = join(folder, 'native');
    await cp(await findBundledPostgres(), bundled, { recursive: true, verbatimSymlinks: true });
    const copy = await runnablePrograms(nobody, bundled);
    const cluster = await clusterFolder(nobody, join(folder, 'postgres'));
    expect(copy).not.toBe(bundled);
    expect(await commandSucceeds(nobody, join(copy, 'bin', 'initdb'), ['--version'])).toBe(true);
    expect(await runnablePrograms(nobody, bundled)).toBe(copy);
    expect(await exists(dirname(cluster)), 'a lookup creates no folder').toBe(false);
    expect(await createClusterParent(nobody, join(folder, 'postgres'))).toBe(cluster);
    expect(await exists(dirname(cluster))).toBe(true);
    const other = await clusterFolder(nobody, join(folder, 'other'));
    expect(other).not.toBe(cluster);
    for (const path of [folder, copy, dirname(cluster), dirname(other)])
      await rm(path, { recursive: true, force: true });
  },
);
