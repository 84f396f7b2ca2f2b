import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFilesystemStore, objectKey } from '@shotclock/storage';
import { expect, onTestFinished, test } from 'vitest';
import { copyFromFolder, copyToFolder, everyObject } from './copy-objects.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-objects-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const keyOf = (content: string) => objectKey(createHash('sha256').update(content).digest('hex'));

async function storeWith(contents: readonly string[]) {
  const folder = await makeFolder();
  const store = createFilesystemStore(folder);
  for (const content of contents) await store.put(keyOf(content), Buffer.from(content), 'text/plain');
  await store.put('shotclock-store', Buffer.from('an ID'), 'text/plain');
  return { store, folder };
}

test('a second copy reads only new objects', async () => {
  const { store } = await storeWith(['one', 'three']);
  const backup = await makeFolder();
  expect(await copyToFolder(store, backup)).toEqual({ count: 3, bytes: 13, added: 3, damaged: [] });
  await store.put(keyOf('new'), Buffer.from('new'), 'text/plain');
  expect(await copyToFolder(store, backup)).toEqual({ count: 4, bytes: 16, added: 1, damaged: [] });
  expect(await readFile(join(backup, keyOf('new')), 'utf8')).toBe('new');
});

test('damaged objects are copied and reported', async () => {
  const original = await storeWith(['intact', 'damaged']);
  const key = keyOf('damaged');
  await writeFile(join(original.folder, key), 'changed');
  const folder = await makeFolder();
  expect(await copyToFolder(original.store, folder)).toMatchObject({ count: 3, damaged: [key] });
  const target = createFilesystemStore(await makeFolder());
  const source = { store: createFilesystemStore(folder), folder };
  expect(await copyFromFolder(source, target)).toMatchObject({ count: 3, added: 3, damaged: [key] });
  expect(await copyFromFolder(source, target)).toMatchObject({ count: 3, added: 0, damaged: [key] });
});

test('an object that is deleted meanwhile is left out', async () => {
  const { store } = await storeWith(['kept', 'deleted']);
  const isDeleted = (key: string) => key === keyOf('deleted');
  const deleting = { ...store, get: async (key: string) => (isDeleted(key) ? null : store.get(key)) };
  expect(await copyToFolder(deleting, await makeFolder())).toMatchObject({ count: 2, added: 2, damaged: [] });
});

test('all objects of a store are listed once, in the order of their keys', async () => {
  const { store, folder } = await storeWith([]);
  const keys = Array.from({ length: 2_000 }, (_none, n) => keyOf(String(n))).toSorted();
  for (const key of keys) {
    await mkdir(dirname(join(folder, key)), { recursive: true });
    await writeFile(join(folder, key), '');
  }
  const listed = await Array.fromAsync(everyObject(store));
  expect(listed.map(({ key }) => key)).toEqual([...keys, 'shotclock-store']);
});

test('an error ends the copy', async () => {
  const { store } = await storeWith(['one']);
  const failing = { ...store, get: () => Promise.reject(new Error('unavailable')) };
  await expect(copyToFolder(failing, await makeFolder())).rejects.toThrow('unavailable');
});
