import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findObject } from '@shotclock/db';
import { createFilesystemStore, type ObjectStore, objectKey } from '@shotclock/storage';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkObjectSample, checkStoreAtStart, checkStoreHealth, createOwnedStore } from '../../src/index.ts';
import { artifactsOf, capture } from '../captures.fixture.ts';
import { openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();
let folder: string;
let store: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-owner-'));
  store = createFilesystemStore(folder);
  await workspace.db.orm.execute('update objects set unreadable_since = null');
});
afterEach(() => rm(folder, { recursive: true }));

const captureNew = () => capture(workspace.core, workspace.work, artifactsOf(randomUUID()));
const put = (objects: ObjectStore) => objects.put('a', Buffer.from('content'), 'text/plain');
const marker = async () => text((await store.get('shotclock-store'))!.stream);
const storeId = async () => {
  const [row] = await workspace.db.orm.execute<{ store_id: string }>('select store_id from object_scan');
  return row!.store_id;
};
const foreign = { name: 'StorageError', code: 'foreign' };

/** The messages that the startup check logs, each prefixed with its level. */
async function start(objects: ObjectStore): Promise<string[]> {
  const logged: string[] = [];
  const log = (level: string) => (_: object, message?: string) => void logged.push(`${level}: ${message}`);
  const logger = { info: log('info'), warn: log('warn'), error: log('error') };
  await checkStoreAtStart({ db: workspace.db, objects }, logger as never);
  return logged;
}

test("an empty store gets the database's marker before anything else is written", async () => {
  await put(createOwnedStore(workspace.db, store));
  expect(await marker()).toBe(await storeId());
});

test("a store without a marker gets the database's marker if it contains one of the database's objects", async () => {
  const { hashes } = await captureNew();
  await store.put(objectKey(hashes.image), Buffer.from('x'), 'image/png');
  await put(createOwnedStore(workspace.db, store));
  expect(await marker()).toBe(await storeId());
});

test.each([
  ['with the marker of another database', 'shotclock-store'],
  ['without a marker that contains only unknown objects', objectKey('a'.repeat(64))],
])('a store %s is neither changed nor ready, and prevents the process from starting', async (_, key) => {
  await store.put(key, Buffer.from(randomUUID()), 'text/plain');
  const owned = createOwnedStore(workspace.db, store);
  await expect(put(owned)).rejects.toMatchObject(foreign);
  await expect(owned.delete(['a'])).rejects.toMatchObject(foreign);
  await expect(owned.ping()).rejects.toMatchObject(foreign);
  await expect(start(owned)).rejects.toMatchObject({ name: 'StartError' });
  expect((await store.list({ limit: 10 })).map((object) => object.key)).toEqual([key]);
});

test('if two databases find an empty store at the same time, only one of them gets the store', async () => {
  // The other database's marker appears after this database has looked for one.
  const racing: ObjectStore = {
    ...store,
    async list(options) {
      await store.put('shotclock-store', Buffer.from('another database'), 'text/plain');
      return store.list(options);
    },
  };
  await expect(put(createOwnedStore(workspace.db, racing))).rejects.toMatchObject(foreign);
  expect(await marker()).toBe('another database');
});

test('the startup check logs that objects are missing from the store, and marks them', async () => {
  expect(await start(workspace.work.objects)).toEqual(['info: the object store belongs to this database']);
  const { hashes } = await captureNew();
  expect(await start(store)).toEqual([
    "error: the object store contains none of the sampled records' objects; check that it is the right store",
  ]);
  expect((await findObject(workspace.db.orm, hashes.image))!.unreadableSince).not.toBeNull();
});

test('an unavailable store does not prevent the process from starting', async () => {
  const failing = { ...store, get: () => Promise.reject(new Error('no response')) };
  expect(await start(failing)).toEqual(['warn: the object store could not be checked at startup']);
});

test('a sample finds an object that the store has lost, and the health check warns until the object is written again', async () => {
  const { db, work, core } = workspace;
  const health = () => checkStoreHealth({ db, objects: work.objects });
  const content = randomUUID();
  const { hashes } = await capture(core, work, artifactsOf(content));
  await health();
  await work.objects.delete([objectKey(hashes.image)]);
  // The sample covers all objects, because there are only a few.
  expect(await checkObjectSample({ db, objects: work.objects })).toMatchObject({ missing: 1, found: 1 });
  expect(await checkObjectSample({ db, objects: work.objects })).toMatchObject({ missing: 1, found: 0 });
  await expect(health()).rejects.toMatchObject({ name: 'HealthWarning' });
  await capture(core, work, artifactsOf(content));
  await health();
});
