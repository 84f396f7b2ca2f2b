import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFilesystemStore } from '../src/index.ts';

const NOBODY = 65_534;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Permissions do not bind root, so root does this as somebody else. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a read-only folder is denied, and read from all the same', async () => {
  const dir = join(folder, 'objects');
  const store = createFilesystemStore(dir);
  await store.put('ab/cd/kept', Buffer.from('x'), 'text/plain');
  for (const path of ['.incoming', 'ab/cd', 'ab', '.', '..']) await chmod(join(dir, path), 0o555);

  const denied = expect.objectContaining({ name: 'StorageError', code: 'denied' });
  await asOrdinaryUser(async () => {
    await expect(store.put('ab/cd/other', Buffer.from('x'), 'text/plain')).rejects.toEqual(denied);
    await expect(store.put('ef/gh/other', Buffer.from('x'), 'text/plain')).rejects.toEqual(denied);
    await expect(store.ping()).rejects.toEqual(denied);
    await expect(store.delete('ab/cd/kept')).rejects.toEqual(denied);
    expect(await store.exists('ab/cd/kept')).toBe(true);
  });

  for (const path of ['..', '.', 'ab', 'ab/cd', '.incoming']) await chmod(join(dir, path), 0o755);
});

test('a file in the place of the folder makes the store unavailable', async () => {
  await writeFile(join(folder, 'objects'), 'not a folder');
  const store = createFilesystemStore(join(folder, 'objects'));
  await expect(store.ping()).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
});

test('a put that cannot take its place leaves nothing behind', async () => {
  await mkdir(join(folder, 'taken/by-a-folder'), { recursive: true });
  const store = createFilesystemStore(folder);
  await expect(store.put('taken', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    name: 'StorageError',
  });
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});

test('a ping leaves nothing behind', async () => {
  await createFilesystemStore(folder).ping();
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});
