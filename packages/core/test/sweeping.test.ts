import { createHash, randomUUID } from 'node:crypto';
import { type Database, findObject, insertKey, storeKeyResponse } from '@shotclock/db';
import { type ObjectStore, objectKey } from '@shotclock/storage';
import { eventually } from '@shotclock/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  adoptOrphans,
  createRecordedStore,
  createRetention,
  createSchedule,
  deleteScreenshot,
  getScreenshot,
  objectHoldSeconds,
  runSchedule,
  settleSuccess,
  storeCapture,
  storeObject,
  sweepObjects,
} from '../src/index.ts';
import { age, artifactsOf, capture, claimNew, standing } from './captures.fixture.ts';
import { worksOf } from './check-series.fixture.ts';
import { hourly, item, newAccount, openWorkspace, type Workspace } from './workspace.fixture.ts';

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
// Whatever a test before left behind is gone.
beforeEach(async () => {
  await age(db, graceSeconds);
  await sweep();
});

const sweep = (objects = store) => sweepObjects({ db, objects }, { graceSeconds });
const take = (artifacts = artifactsOf(randomUUID())) => capture(workspace.core, workspace.work, artifacts);
const remove = (screenshotId: number) => deleteScreenshot(workspace.core, { screenshotId });
const isThere = (hash: string | null) => standing(db, store, hash!);

describe('what a deleted screenshot stored', () => {
  test('is removed when the grace is over, and not before', async () => {
    const page = { ...artifactsOf(randomUUID()), html: `<p>${randomUUID()}</p>`, text: randomUUID() };
    const { id, hashes } = await take(page);
    const stored = [hashes.image, hashes.html, hashes.text];
    await age(db, graceSeconds + 1);
    await sweep();
    await remove(id);
    await age(db, graceSeconds - 60);
    expect(await sweep()).toBe(0);
    expect(await Promise.all(stored.map(isThere))).toEqual([true, true, true]);
    await age(db, 61);
    expect(await sweep()).toBe(3);
    expect(await Promise.all(stored.map(isThere))).toEqual([false, false, false]);
  });

  test('stays for as long as another screenshot shows the same', async () => {
    const [first, second] = [await take(artifactsOf('the same')), await take(artifactsOf('the same'))];
    await remove(first.id);
    await age(db, 2 * graceSeconds);
    expect(await sweep()).toBe(0);
    expect(await isThere(second.hashes.image)).toBe(true);
    await remove(second.id);
    await age(db, 2 * graceSeconds);
    expect(await sweep()).toBe(1);
    expect(await isThere(second.hashes.image)).toBe(false);
  });

  test('is removed too when retention deleted it', async () => {
    const schedule = await createSchedule(
      workspace.core,
      hourly(new Date(Date.now() + 3_600_000), { items: [item()], policy: { retentionDays: 1 } }),
    );
    const execution = await runSchedule(workspace.core, { scheduleId: schedule.id });
    const { id, hashes } = await take();
    await db.orm.execute(`
      update screenshots set captured_at = now() - interval '25 hours', item_id = ${schedule.items[0]!.id} where id = ${id}`);
    await db.orm.execute(`delete from screenshots where execution_id = ${execution.id}`);
    await db.orm.execute(`update activity_counts set day = (now() - interval '25 hours')::date`);
    expect(await createRetention({ db })()).toBe(1);
    await age(db, graceSeconds + 1);
    await sweep();
    expect(await isThere(hashes.image)).toBe(false);
  });

  test('stays while a content-change check compares with it', async () => {
    const core = await newAccount(workspace);
    const works = worksOf({ ...workspace, core });
    const first = await works.checkOnce('one');
    const { hashes } = await works.storePicture('one');
    await deleteScreenshot(core, { screenshotId: first.screenshotId! });
    await age(db, 2 * graceSeconds);
    await sweep();
    expect(await isThere(hashes.image)).toBe(true);
    expect(await works.checkOnce('one')).toMatchObject({ status: 'SUCCESS', changed: false });
  });

  test('stays while an idempotency key repeats it as an answer', async () => {
    const { id, hashes } = await take();
    const { accountId } = workspace.core;
    const key = { accountId, key: randomUUID(), holder: randomUUID() };
    await insertKey(db.orm, { ...key, fingerprint: '', leaseSeconds: 30, keptSeconds: 60 });
    await storeKeyResponse(db.orm, key, { status: 201, headers: {}, body: { object: hashes.image } });
    await remove(id);
    await age(db, 2 * graceSeconds);
    expect(await sweep()).toBe(0);
    await db.orm.execute('delete from idempotency_keys');
    await age(db, 2 * graceSeconds);
    expect(await sweep()).toBe(1);
    expect(await isThere(hashes.image)).toBe(false);
  });
});

describe('what a worker stored', () => {
  test('is removed when no record came to refer to it', async () => {
    const { sha256 } = await storeObject(workspace.work.objects, artifactsOf(randomUUID()).image);
    await age(db, graceSeconds + 1);
    expect(await sweep()).toBe(1);
    expect(await isThere(sha256)).toBe(false);
  });

  test('is refused to a record when it was swept meanwhile, and may be stored again', async () => {
    const artifacts = artifactsOf(randomUUID());
    const claim = await claimNew(workspace.core, workspace.work);
    const late = { ...(await storeCapture(workspace.work.objects, artifacts)), description: null };
    await age(db, graceSeconds + 1);
    await sweep();
    const unavailable = { name: 'StorageError', code: 'unavailable' };
    await expect(settleSuccess(workspace.work, claim, late)).rejects.toMatchObject(unavailable);
    const read = () => getScreenshot(workspace.core, { screenshotId: claim.screenshotId });
    expect(await read()).toMatchObject({ status: 'PROCESSING' });
    const again = { ...(await storeCapture(workspace.work.objects, artifacts)), description: null };
    expect(await settleSuccess(workspace.work, claim, again)).toBe(true);
    expect(await isThere(again.hashes.image)).toBe(true);
  });

  test('is refused to a record that comes later than it is held, whoever stored the same since', async () => {
    const artifacts = artifactsOf(randomUUID());
    const brief = { ...workspace.work, objects: createRecordedStore(db, store, { holdSeconds: 0 }) };
    const claim = await claimNew(workspace.core, brief);
    const late = { ...(await storeCapture(brief.objects, artifacts)), description: null };
    await storeCapture(workspace.work.objects, artifacts);
    await expect(settleSuccess(brief, claim, late)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is not recorded anew while it is recorded or in use', async () => {
    const { image } = artifactsOf(randomUUID());
    const versions = async () =>
      (await db.orm.execute<{ xmin: string }>('select xmin::text from objects order by sha256')).map(
        ({ xmin }) => xmin,
      );
    await storeObject(workspace.work.objects, image);
    const before = await versions();
    await storeObject(workspace.work.objects, image);
    expect(await versions()).toEqual(before);
    await age(db, objectHoldSeconds);
    await storeObject(workspace.work.objects, image);
    expect(await versions()).not.toEqual(before);
  });
});

describe('a sweep', () => {
  test('lets who stores the same content wait until it is over', async () => {
    const { image } = artifactsOf(randomUUID());
    const { sha256 } = await storeObject(workspace.work.objects, image);
    await age(db, graceSeconds + 1);
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow: ObjectStore = {
      ...store,
      delete: async (...args) => {
        asked.resolve();
        await released.promise;
        await store.delete(...args);
      },
    };
    const sweeping = sweep(slow);
    await asked.promise;
    let isStored = false;
    const storing = storeObject(workspace.work.objects, image).then(() => {
      isStored = true;
    });
    const looks: number[] = [];
    await eventually(() => looks.push(0) > 10, { what: 'ten looks' });
    expect(isStored).toBe(false);
    released.resolve();
    await Promise.all([sweeping, storing]);
    expect(await standing(db, store, sha256)).toBe(true);
  });

  test('that was killed holds nobody up for longer than a minute, and is made good', async () => {
    const [one, other] = [artifactsOf(randomUUID()).image, artifactsOf(randomUUID()).image];
    const [stored, left] = [
      await storeObject(workspace.work.objects, one),
      await storeObject(workspace.work.objects, other),
    ];
    await db.orm.execute(
      `update objects set sweeping_since = now() where sha256 in ('${stored.sha256}', '${left.sha256}')`,
    );
    await age(db, graceSeconds + 1);
    await storeObject(workspace.work.objects, one);
    expect(await sweep()).toBe(1);
    expect([await isThere(stored.sha256), await isThere(left.sha256)]).toEqual([true, false]);
  });

  test('whose store fails is made good by the next one', async () => {
    const { sha256 } = await storeObject(workspace.work.objects, artifactsOf(randomUUID()).image);
    await age(db, graceSeconds + 1);
    const away: ObjectStore = {
      ...store,
      delete: async () => Promise.reject(new Error('the store is away')),
    };
    await expect(sweep(away)).rejects.toThrow('the store is away');
    expect(await isThere(sha256)).toBe(true);
    await age(db, 61);
    expect(await sweep()).toBe(1);
    expect(await isThere(sha256)).toBe(false);
  });

  test('comes round to more than one batch', async () => {
    for (let n = 0; n < 5; n += 1) await storeObject(workspace.work.objects, artifactsOf(randomUUID()).image);
    const kept = await take();
    await age(db, graceSeconds + 1);
    expect(await sweepObjects({ db, objects: store }, { graceSeconds, batch: 2 })).toBe(5);
    expect(await isThere(kept.hashes.image)).toBe(true);
  });
});

describe('objects that no row knows', () => {
  const putUnknown = async (text: string) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    await store.put(objectKey(sha256), Buffer.from(text), 'image/png');
    return sha256;
  };
  const beginAnew = () => db.orm.execute(`update object_scan set position = '', began_at = null`);

  test('are found page by page, and swept when the grace is over', async () => {
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

  test('get their type from whoever stores the same content', async () => {
    await beginAnew();
    const picture = randomUUID();
    const sha256 = await putUnknown(picture);
    await adoptOrphans({ db, objects: store });
    await take(artifactsOf(picture));
    expect(await findObject(db.orm, sha256)).toMatchObject({ contentType: 'image/png' });
  });

  test('stay when the store belongs to another database', async () => {
    await beginAnew();
    await adoptOrphans({ db, objects: store });
    await beginAnew();
    await db.orm.execute('update object_scan set store_id = gen_random_uuid()');
    await putUnknown(randomUUID());
    await expect(adoptOrphans({ db, objects: store })).rejects.toMatchObject({ name: 'ForeignStoreError' });
  });
});
