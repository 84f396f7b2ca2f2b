import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canDropRoot } from '@shotclock/runtime';
import { expect, test } from 'vitest';
import { spawnStandalone, startStandalone, stopStandalone } from './running-system.fixture.ts';

const otherUsers = 0o077;

test.skipIf(process.platform === 'win32')(
  'other users cannot access any file in DATA_DIR, regardless of the umask, even if an older version created the folder',
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'shotclock-modes-'));
    // The folders and files from an older version.
    const dataDir = join(parent, 'data');
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    await mkdir(join(dataDir, 'objects/ab'), { recursive: true });
    await writeFile(join(dataDir, 'logs/api.log'), '');
    for (const path of ['.', 'logs', 'objects']) await chmod(join(dataDir, path), 0o755);
    await chmod(join(dataDir, 'logs/api.log'), 0o644);
    const umask = process.umask(0);
    const system = await startStandalone({ DATA_DIR: dataDir }).finally(() => process.umask(umask));
    try {
      const open: string[] = [];
      for (const name of ['.', 'objects/.incoming', ...(await readdir(dataDir, { recursive: true }))]) {
        // The private `objects` folder protects the files that an older version stored in it.
        if (name === 'objects/ab') continue;
        const stats = await lstat(join(dataDir, name)).catch(() => null);
        if (stats && (stats.mode & otherUsers) !== 0)
          open.push(`${(stats.mode & 0o777).toString(8)} ${name}`);
      }
      // If root cannot create user namespaces, Postgres runs as another user, which must be able to traverse DATA_DIR.
      const passable = process.getuid?.() === 0 && !(await canDropRoot());
      expect(open).toEqual(passable ? ['711 .'] : []);
    } finally {
      await stopStandalone(system);
      await rm(parent, { recursive: true, force: true });
    }
  },
  240_000,
);

test.runIf(process.getuid?.() === 0)(
  'a DATA_DIR that belongs to another user is refused, and the error suggests a fix',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'shotclock-theirs-'));
    await chown(dataDir, 65_534, 65_534);
    const system = await spawnStandalone({ DATA_DIR: dataDir });
    expect(await system.exit).toMatchObject({ code: 1 });
    expect(system.output()).toContain(
      `shotclock: ${dataDir} belongs to another user (uid 65534), who could read and replace its files; change its owner with chown`,
    );
    await rm(dataDir, { recursive: true });
  },
);
