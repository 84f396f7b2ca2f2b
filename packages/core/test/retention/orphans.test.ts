import { createHash, randomUUID } from 'node:crypto';
import { type Database, findObject } from '@shotclock/db';
import { type ObjectStore, objectKey } from '@shotclock/storage';
import { beforeAll, describe, expect, test } from 'vitest';
import { adoptOrphans } from '../../src/index.ts';
import { ageObjects, artifactsOf } from '../captures.fixture.ts';
import { graceSeconds, openSweptWorkspace } from './sweeping.fixture.ts';

const { workspace, sweep, captureNew, isStored } = openSweptWorkspace();
let db: Database;
let store: ObjectStore;
beforeAll(async () => {
  db = workspace.db;
  store = workspace.work.objects;
});

describe('orphans', () => {
  const putOrphan = async (text: string) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    await store.put(objectKey(sha256), Buffer.from(text), 'image/png');
    return sha256;
  };
  const restartScan = () => db.orm.execute(`update object_scan set position = '', began_at = null`);

  test('are found page by page, and swept after the grace period', async () => {
    await restartScan();
    const known = await captureNew();
    const orphans = await Promise.all(['a', 'b', 'c'].map(() => putOrphan(randomUUID())));
    await store.put('another/program', Buffer.from('x'), 'text/plain');
    const adopted: number[] = [];
    const isScanComplete = async () =>
      (await db.orm.execute(`select from object_scan where position = '' and began_at is not null`))
        .length === 1;
    while (!(await isScanComplete()))
      adopted.push(await adoptOrphans({ db, objects: store }, { page: 2, pages: 1 }));
    expect(adopted.length).toBeGreaterThan(2);
    expect(adopted.reduce((a, b) => a + b)).toBe(3);
    expect(await sweep()).toBe(0);
    await ageObjects(db, graceSeconds);
    expect(await sweep()).toBe(3);
    expect(await Promise.all(orphans.map(isStored))).toEqual([false, false, false]);
    expect(await isStored(known.hashes.image)).toBe(true);
    expect(await store.exists('another/program')).toBe(true);
    expect(await adoptOrphans({ db, objects: store })).toBe(0);
  });

  test('get their content types from the next capture of the same content', async () => {
    await restartScan();
    const picture = randomUUID();
    const sha256 = await putOrphan(picture);
    await adoptOrphans({ db, objects: store });
    await captureNew(artifactsOf(picture));
    expect(await findObject(db.orm, sha256)).toMatchObject({ contentType: 'image/png' });
  });

  test('include an object whose key was replaced, which is deleted', async () => {
    await restartScan();
    const content = randomUUID();
    const { hashes } = await captureNew(artifactsOf(content));
    const replaced = objectKey(hashes.image, randomUUID());
    await store.put(replaced, Buffer.from(content), 'image/png');
    await adoptOrphans({ db, objects: store });
    expect(await store.exists(replaced)).toBe(false);
    expect(await isStored(hashes.image)).toBe(true);
  });

  test('are used for restored records whose objects are missing', async () => {
    await restartScan();
    const content = randomUUID();
    const { hashes } = await captureNew(artifactsOf(content));
    await store.put(objectKey(hashes.image, randomUUID()), Buffer.from(content), 'image/png');
    await store.delete([objectKey(hashes.image)]);
    await adoptOrphans({ db, objects: store });
    expect(await isStored(hashes.image)).toBe(true);
  });

  test('are not changed when the store belongs to another database', async () => {
    await restartScan();
    await adoptOrphans({ db, objects: store });
    await restartScan();
    await db.orm.execute('update object_scan set store_id = gen_random_uuid()');
    await putOrphan(randomUUID());
    await expect(adoptOrphans({ db, objects: store })).rejects.toMatchObject({
      name: 'StorageError',
      code: 'foreign',
    });
  });
});
