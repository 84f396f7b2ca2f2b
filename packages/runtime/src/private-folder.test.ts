import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPrivateFolder, replaceableBy } from './private-folder.ts';

const nobody = 65_534;
const ordinary = 65_533;
const isRoot = process.getuid?.() === 0;
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-private-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe.skipIf(process.platform === 'win32')('createPrivateFolder', () => {
  test('creates a folder and its parents for this user only, regardless of the umask', async () => {
    const umask = process.umask(0);
    try {
      await createPrivateFolder(join(folder, 'data/logs'));
    } finally {
      process.umask(umask);
    }
    expect(await modeOf(join(folder, 'data'))).toBe(0o700);
    expect(await modeOf(join(folder, 'data/logs'))).toBe(0o700);
  });

  test('removes the permissions of other users from an existing folder, but adds none', async () => {
    await mkdir(join(folder, 'open'));
    await chmod(join(folder, 'open'), 0o777);
    await createPrivateFolder(join(folder, 'open'), { mode: 0o711 });
    expect(await modeOf(join(folder, 'open'))).toBe(0o711);
    await createPrivateFolder(join(folder, 'open'));
    await createPrivateFolder(join(folder, 'open'), { mode: 0o711 });
    expect(await modeOf(join(folder, 'open'))).toBe(0o700);
  });

  test.runIf(isRoot)(
    'rejects a folder or link that belongs to another user, and suggests a fix',
    async () => {
      await mkdir(join(folder, 'theirs'));
      await chown(join(folder, 'theirs'), nobody, nobody);
      const refused = expect.objectContaining({
        name: 'StartError',
        message: expect.stringMatching(/belongs to another user .* chown, or use another folder$/),
      });
      await expect(createPrivateFolder(join(folder, 'theirs'))).rejects.toEqual(refused);
      await chmod(folder, 0o755);
      process.seteuid!(ordinary);
      try {
        await expect(createPrivateFolder(join(folder, 'theirs'))).rejects.toEqual(refused);
      } finally {
        process.seteuid!(0);
      }
    },
  );
});

describe.skipIf(process.platform === 'win32')('replaceableBy', () => {
  test("accepts this user's file in a folder with the sticky bit", async () => {
    await chmod(folder, 0o1777);
    await writeFile(join(folder, 'file'), '');
    expect(await replaceableBy(join(folder, 'file'))).toBeNull();
    expect(await replaceableBy(process.execPath)).toBeNull();
  });

  test('reports a parent folder that other users can write to', async () => {
    await mkdir(join(folder, 'open/below'), { recursive: true });
    await chmod(join(folder, 'open'), 0o777);
    await writeFile(join(folder, 'open/below/file'), '');
    await symlink(join(folder, 'open/below/file'), join(folder, 'link'));
    for (const path of ['open/below/file', 'link'])
      expect(await replaceableBy(join(folder, path))).toBe(
        `other users can write to ${join(folder, 'open')}`,
      );
  });

  test.runIf(isRoot)('reports a file that belongs to another user', async () => {
    await writeFile(join(folder, 'file'), '');
    await chown(join(folder, 'file'), nobody, nobody);
    expect(await replaceableBy(join(folder, 'file'))).toBe(
      `${join(folder, 'file')} belongs to another user (uid 65534)`,
    );
  });
});
