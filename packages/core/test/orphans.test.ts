import { createHash, randomUUID } from 'node:crypto';
import { type Database, findObject } from '@shotclock/db';
import { type ObjectStore, objectKey } from '@shotclock/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adoptOrphans, sweepObjects } from '../src/index.ts';
import { age, artifactsOf, capture, standing } from './captures.fixture.ts';
import { openWorkspace, type Workspace } from './workspace.fixture.ts';

const graceSeconds = 24 * 3_600;

let workspace: Workspace;
let db: Database;
let store: ObjectStore;
beforeAll(async () => {
  workspace = await openWorkspace();
  db = workspace.db;
  store = workspace.work.objects;
});
afterAll(() => workspace.close());
// Deletes the objects of previous tests.
beforeEach(async () => {
  await age(db, graceSeconds);
  await sweep();
});

const sweep = (objects = store) => sweepObjects({ db, objects }, { graceSeconds });
const take = (artifacts = artifactsOf(randomUUID())) => capture(workspace.core, workspace.work, artifacts);
const isThere = (hash: string | null) => standing(db, store, hash!);

describe('orphans', () => {
  const putUnknown = async (text: string) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    await store.put(objectKey(sha256), Buffer.from(text), 'image/png');
    return sha256;
  };
  const beginAnew = () => db.orm.execute(`update object_scan set position = '', began_at = null`);

  test('are found page by page, and swept after the grace period', async () => {
    await beginAnew();
    const known = await take();
    const unknown = await Promise.all(['a', 'b', 'c'].map(() => putUnknown(randomUUID())));
    await store.put('somebody/elses', Buffer.from('x'), 'text/plain');
    const found: number[] = [];
    const isOver = async () =>
      (await db.orm.execute(`select from object_scan where position = '' and began_at is not null`))
        .length === 1;
    while (!(await isOver())) found.push(await adoptOrphans({ db, objects: store }, { page: 2 }));
    expect(found.length).toBeGreaterThan(2);
    expect(found.reduce((a, b) => a + b)).toBe(3);
    expect(await sweep()).toBe(0);
    await age(db, graceSeconds);
    expect(await sweep()).toBe(3);
    expect(await Promise.all(unknown.map(isThere))).toEqual([false, false, false]);
    expect(await isThere(known.hashes.image)).toBe(true);
    expect(await store.exists('somebody/elses')).toBe(true);
    expect(await adoptOrphans({ db, objects: store })).toBe(0);
  });

  test('get their content type from the next capture with the same content', async () => {
    await beginAnew();
    const picture = randomUUID();
    const sha256 = await putUnknown(picture);
    await adoptOrphans({ db, objects: store });
    await take(artifactsOf(picture));
    expect(await findObject(db.orm, sha256)).toMatchObject({ contentType: 'image/png' });
  });

  test('are not touched when the store belongs to another database', async () => {
    await beginAnew();
    await adoptOrphans({ db, objects: store });
    await beginAnew();
    await db.orm.execute('update object_scan set store_id = gen_random_uuid()');
    await putUnknown(randomUUID());
    await expect(adoptOrphans({ db, objects: store })).rejects.toMatchObject({ name: 'ForeignStoreError' });
  });
});
