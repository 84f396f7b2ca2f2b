import { chmod, mkdir, mkdtemp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifestError, writeManifest } from './folder-manifest.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-manifest-'));
  await mkdir(join(folder, 'lib'));
  await writeFile(join(folder, 'program'), 'content', { mode: 0o755 });
  await writeFile(join(folder, 'lib/one.so'), 'library', { mode: 0o644 });
  await symlink('one.so', join(folder, 'lib/link.so'));
  await writeManifest(folder, 'version 1');
});
afterEach(() => rm(folder, { recursive: true }));

test('accepts an unchanged folder', async () => {
  expect(await manifestError(folder, 'version 1')).toBeNull();
});

test('accepts a file with new timestamps and the same content', async () => {
  await utimes(join(folder, 'program'), new Date(), new Date());
  expect(await manifestError(folder, 'version 1')).toBeNull();
});

test.each<[what: string, change: (folder: string) => Promise<unknown>, error: string]>([
  ['an added file', (path) => writeFile(join(path, 'lib/two.so'), ''), 'files were added or removed'],
  ['a removed file', (path) => rm(join(path, 'lib/one.so')), 'files were added or removed'],
  [
    'a different size',
    (path) => writeFile(join(path, 'program'), 'longer content'),
    'program has a different size',
  ],
  [
    'different content of the same size and time',
    async (path) => {
      const { mtime } = await stat(join(path, 'program'));
      await writeFile(join(path, 'program'), 'planted');
      await utimes(join(path, 'program'), mtime, mtime);
    },
    'program has different content',
  ],
  [
    'a different target of a link',
    async (path) => {
      await rm(join(path, 'lib/link.so'));
      await symlink('two.so', join(path, 'lib/link.so'));
    },
    'lib/link.so has different content',
  ],
  [
    'a file that others can write to',
    (path) => chmod(join(path, 'program'), 0o777),
    'other users can write to program',
  ],
  ['a missing manifest', (path) => rm(join(path, 'manifest.json')), 'there is no manifest of this version'],
])('%s is an error', async (_what, change, error) => {
  await change(folder);
  expect(await manifestError(folder, 'version 1')).toBe(error);
});

test('rejects a folder from another version', async () => {
  expect(await manifestError(folder, 'version 2')).toBe('there is no manifest of this version');
});
