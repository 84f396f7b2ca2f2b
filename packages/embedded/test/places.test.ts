import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { installedPostgres } from '../src/binaries.ts';
import { succeeds } from '../src/identity.ts';
import { clusterFolder, runnablePrograms } from '../src/places.ts';

const NOBODY = { prefix: [], user: { uid: 65_534, gid: 65_534 } };

test('folders and programs that can be used are used where they are', async () => {
  const installed = await installedPostgres();
  expect(await runnablePrograms({ prefix: [] }, installed)).toBe(installed);
  expect(await clusterFolder({ prefix: [] }, join(tmpdir(), 'postgres'))).toBe(join(tmpdir(), 'postgres'));
});

test.runIf(process.getuid?.() === 0)(
  'for a user who cannot enter the folder of the clone, programs are copied and data is kept elsewhere, always at the same place',
  async () => {
    // mkdtemp makes a folder that only its owner can enter.
    const folder = await mkdtemp(join(tmpdir(), 'shotclock-closed-'));
    const closed = join(folder, 'native');
    await cp(await installedPostgres(), closed, { recursive: true, verbatimSymlinks: true });
    const copy = await runnablePrograms(NOBODY, closed);
    const cluster = await clusterFolder(NOBODY, join(folder, 'postgres'));
    expect(copy).not.toBe(closed);
    expect(await succeeds(NOBODY, join(copy, 'bin', 'initdb'), ['--version'])).toBe(true);
    expect(await runnablePrograms(NOBODY, closed)).toBe(copy);
    expect(await clusterFolder(NOBODY, join(folder, 'postgres'))).toBe(cluster);
    const other = await clusterFolder(NOBODY, join(folder, 'other'));
    expect(other).not.toBe(cluster);
    for (const path of [folder, copy, dirname(cluster), dirname(other)])
      await rm(path, { recursive: true, force: true });
  },
);
