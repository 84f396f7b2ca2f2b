import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  type Database,
  findObject,
  insertKey,
  markObjectsUnreadable,
  readAccountUsage,
  storeKeyResponse,
} from '@shotclock/db';
import { replaceObjectKey } from '@shotclock/db/all-accounts';
import { type ObjectStore, objectKey, StorageError } from '@shotclock/storage';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createRecordedStore,
  createSchedule,
  deleteExpiredScreenshots,
  deleteScreenshot,
  failAttempt,
  findArtifact,
  getScreenshot,
  isFinalFailure,
  listScreenshotActivity,
  objectHoldSeconds,
  runSchedule,
  settleSuccess,
  storeCapture,
  storeObject,
  sweepObjects,
} from '../../src/index.ts';
import { ageObjects, artifactsOf, claimNew } from '../captures.fixture.ts';
import { checkSteps } from '../content-checks/check-series.fixture.ts';
import { readArtifact } from '../read-stored.fixture.ts';
import { hourly, inAnHour, item, newAccount } from '../workspace.fixture.ts';
import { graceSeconds, openSweptWorkspace } from './sweeping.fixture.ts';

const { workspace, sweep, captureNew, isStored } = openSweptWorkspace();
let db: Database;
let store: ObjectStore;
beforeAll(async () => {
  db = workspace.db;
  store = workspace.work.objects;
});

const removeScreenshot = (screenshotId: number) => deleteScreenshot(workspace.core, { screenshotId });
const readImage = async (screenshotId: number) =>
  text((await readArtifact(workspace.core, { screenshotId, artifact: 'image' })).stream);

describe('an object of a deleted screenshot', () => {
  test('is deleted after the grace period, but not earlier', async () => {
    const page = { ...artifactsOf(randomUUID()), html: `<p>${randomUUID()}</p>`, text: randomUUID() };
    const { id, hashes } = await captureNew(page);
    const stored = [hashes.image, hashes.html, hashes.text];
    await ageObjects(db, graceSeconds + 1);
    await sweep();
    await removeScreenshot(id);
    await ageObjects(db, graceSeconds - 60);
    expect(await sweep()).toBe(0);
    expect(await Promise.all(stored.map(isStored))).toEqual([true, true, true]);
    await ageObjects(db, 61);
    expect(await sweep()).toBe(3);
    expect(await Promise.all(stored.map(isStored))).toEqual([false, false, false]);
  });

  test('is kept while another screenshot has the same content', async () => {
    const [first, second] = [
      await captureNew(artifactsOf('the same')),
      await captureNew(artifactsOf('the same')),
    ];
    await removeScreenshot(first.id);
    await ageObjects(db, 2 * graceSeconds);
    expect(await sweep()).toBe(0);
    expect(await isStored(second.hashes.image)).toBe(true);
    await removeScreenshot(second.id);
    await ageObjects(db, 2 * graceSeconds);
    expect(await sweep()).toBe(1);
    expect(await isStored(second.hashes.image)).toBe(false);
  });

  test('is deleted after retention deletes the screenshot', async () => {
    const schedule = await createSchedule(
      workspace.core,
      hourly(inAnHour(), { items: [item()], policy: { retentionDays: 1 } }),
    );
    const execution = await runSchedule(workspace.core, { scheduleId: schedule.id });
    const { id, hashes } = await captureNew();
    await db.orm.execute(`
      update screenshots set captured_at = now() - interval '25 hours', item_id = ${schedule.items[0]!.id} where id = ${id}`);
    await db.orm.execute(`delete from screenshots where execution_id = ${execution.id}`);
    await db.orm.execute(
      `update facts set slot = extract(epoch from now() - interval '25 hours')::integer / 600 where counter in (1, 2)`,
    );
    await db.orm.execute(`update schedules set captures_since = now() - interval '25 hours'`);
    expect(await deleteExpiredScreenshots({ db }, { defaultDays: null })).toBe(1);
    await ageObjects(db, graceSeconds + 1);
    await sweep();
    expect(await isStored(hashes.image)).toBe(false);
  });

  test('is kept while it is the baseline of a content-change check', async () => {
    const core = await newAccount(workspace);
    const steps = checkSteps({ ...workspace, core });
    const first = await steps.checkOnce('one');
    const { hashes } = await steps.storePicture('one');
    await deleteScreenshot(core, { screenshotId: first.screenshotId! });
    await ageObjects(db, 2 * graceSeconds);
    await sweep();
    expect(await isStored(hashes.image)).toBe(true);
    expect(await steps.checkOnce('one')).toMatchObject({ status: 'SUCCESS', changed: false });
  });

  test('is kept while it is the stored response of an idempotency key', async () => {
    const { id, hashes } = await captureNew();
    const { accountId } = workspace.core;
    const key = { accountId, key: randomUUID(), holder: randomUUID() };
    await insertKey(db.orm, { ...key, fingerprint: '', leaseSeconds: 30, keptSeconds: 60 });
    await storeKeyResponse(db.orm, key, { status: 201, headers: {}, body: { object: hashes.image } });
    await removeScreenshot(id);
    await ageObjects(db, 2 * graceSeconds);
    expect(await sweep()).toBe(0);
    await db.orm.execute('delete from idempotency_keys');
    await ageObjects(db, 2 * graceSeconds);
    expect(await sweep()).toBe(1);
    expect(await isStored(hashes.image)).toBe(false);
  });
});

describe('the image of a failure', () => {
  const failure = { code: 'element_not_found', description: 'No element matches #price.' } as const;
  const storeNew = () => storeObject(workspace.work.objects, artifactsOf(randomUUID()).image);
  const claim = () => claimNew(workspace.core, workspace.work);
  const readFailed = ({ screenshotId }: { screenshotId: number }) =>
    getScreenshot(workspace.core, { screenshotId, expand: new Set(['capture'] as const) });

  test("is kept as long as the record, counts as stored bytes, but is not the capture's image", async () => {
    const core = await newAccount(workspace);
    const failing = await claimNew(core, workspace.work);
    const { screenshotId } = failing;
    const image = await storeNew();
    expect(await failAttempt(workspace.work, failing, failure, image)).toBe('failed');
    await ageObjects(db, graceSeconds + 1);
    expect(await sweep()).toBe(0);
    expect((await readAccountUsage(db.orm, core)).storedBytes).toBe(image.size);
    const { capture: details } = await getScreenshot(core, { screenshotId, expand: new Set(['capture']) });
    expect(details).toMatchObject({ image: null, failureImage: { sha256: image.sha256, bytes: image.size } });
    await expect(findArtifact(core, { screenshotId, artifact: 'image' })).rejects.toMatchObject({
      code: 'not_found',
      message: `The capture failed: ${failure.description}`,
    });
    const sort = { field: 'createdAt', direction: 'desc' } as const;
    const feed = await listScreenshotActivity(core, { page: 0, size: 20, sort, from: null, to: null });
    expect(feed.content).toMatchObject([{ imageUrl: null, status: 'FAILED' }]);

    await deleteScreenshot(core, { screenshotId });
    expect((await readAccountUsage(db.orm, core)).storedBytes).toBe(0);
    await ageObjects(db, graceSeconds + 1);
    expect(await sweep()).toBe(1);
    expect(await isStored(image.sha256)).toBe(false);
  });

  test('is not kept if the attempt is retried or its worker was killed before recording the failure', async () => {
    const retried = await claim();
    const reset = { code: 'connection_failed', description: 'The connection was reset.' } as const;
    expect(isFinalFailure(retried, reset)).toBe(false);
    expect(await failAttempt(workspace.work, retried, reset, await storeNew())).toBe('retried');
    expect(await readFailed(retried)).toMatchObject({ status: 'PENDING', capture: { failureImage: null } });
    await storeNew();
    await ageObjects(db, graceSeconds + 1);
    expect(await sweep()).toBe(2);
  });

  test('is omitted if it is swept before the failure is recorded', async () => {
    const failing = await claim();
    expect(isFinalFailure(failing, failure)).toBe(true);
    const swept = await storeNew();
    await ageObjects(db, graceSeconds + 1);
    await sweep();
    expect(await failAttempt(workspace.work, failing, failure, swept)).toBe('failed');
    expect(await readFailed(failing)).toMatchObject({
      status: 'FAILED',
      description: failure.description,
      capture: { failureCode: failure.code, failureImage: null },
    });
  });

  test('is swept if the capture is deleted before the failure is recorded', async () => {
    const deleted = await claim();
    await deleteScreenshot(workspace.core, deleted);
    const { sha256 } = await storeNew();
    expect(await failAttempt(workspace.work, deleted, failure, await storeNew())).toBe('stale');
    await ageObjects(db, graceSeconds + 1);
    expect(await sweep()).toBe(2);
    expect(await isStored(sha256)).toBe(false);
  });
});

describe('an object that a worker stored', () => {
  test('is deleted if it is unreferenced', async () => {
    const { sha256 } = await storeObject(workspace.work.objects, artifactsOf(randomUUID()).image);
    await ageObjects(db, graceSeconds + 1);
    expect(await sweep()).toBe(1);
    expect(await isStored(sha256)).toBe(false);
  });

  test('cannot be settled after it is swept, but can be stored again', async () => {
    const artifacts = artifactsOf(randomUUID());
    const claim = await claimNew(workspace.core, workspace.work);
    const swept = { ...(await storeCapture(workspace.work.objects, artifacts)), description: null };
    await ageObjects(db, graceSeconds + 1);
    await sweep();
    const unavailable = { name: 'StorageError', code: 'unavailable' };
    await expect(settleSuccess(workspace.work, claim, swept)).rejects.toMatchObject(unavailable);
    const read = () => getScreenshot(workspace.core, { screenshotId: claim.screenshotId });
    expect(await read()).toMatchObject({ status: 'PROCESSING' });
    const again = { ...(await storeCapture(workspace.work.objects, artifacts)), description: null };
    expect(await settleSuccess(workspace.work, claim, again)).toBe(true);
    expect(await isStored(again.hashes.image)).toBe(true);
  });

  test('cannot be settled after its hold time, even if another capture has stored the same content in the meantime', async () => {
    const artifacts = artifactsOf(randomUUID());
    const withoutHold = { ...workspace.work, objects: createRecordedStore(db, store, { holdSeconds: 0 }) };
    const claim = await claimNew(workspace.core, withoutHold);
    const expired = { ...(await storeCapture(withoutHold.objects, artifacts)), description: null };
    await storeCapture(workspace.work.objects, artifacts);
    await expect(settleSuccess(withoutHold, claim, expired)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is no longer suspect after a settlement that uses it, so sweeps skip it', async () => {
    const suspects = () => db.orm.execute('select sha256 from objects where suspect_since is not null');
    const page = { ...artifactsOf(randomUUID()), html: `<p>${randomUUID()}</p>`, text: randomUUID() };
    const claim = await claimNew(workspace.core, workspace.work);
    const stored = { ...(await storeCapture(workspace.work.objects, page)), description: null };
    const { sha256 } = await storeObject(workspace.work.objects, artifactsOf(randomUUID()).image);
    expect(await suspects()).toHaveLength(4);
    expect(await settleSuccess(workspace.work, claim, stored)).toBe(true);
    expect([...(await suspects())]).toEqual([{ sha256 }]);
  });

  test('is not recorded again if it was recorded recently', async () => {
    const { image } = artifactsOf(randomUUID());
    const versions = async () =>
      (await db.orm.execute<{ xmin: string }>('select xmin::text from objects order by sha256')).map(
        ({ xmin }) => xmin,
      );
    await storeObject(workspace.work.objects, image);
    const before = await versions();
    await storeObject(workspace.work.objects, image);
    expect(await versions()).toEqual(before);
    await ageObjects(db, objectHoldSeconds);
    await storeObject(workspace.work.objects, image);
    expect(await versions()).not.toEqual(before);
  });
});

describe('a sweep', () => {
  /** Starts a sweep whose requests to the store wait until `resume` is called, like those of a paused process. */
  async function pausedSweep() {
    const paused = Promise.withResolvers<void>();
    const resumed = Promise.withResolvers<void>();
    const slow: ObjectStore = {
      ...store,
      delete: async (...args) => {
        paused.resolve();
        await resumed.promise;
        await store.delete(...args);
      },
    };
    const transactions: Promise<unknown>[] = [];
    const watched: Database = {
      ...db,
      transaction(...args) {
        const transaction = db.transaction(...args);
        transactions.push(transaction);
        return transaction;
      },
    };
    const ended = sweepObjects({ db: watched, objects: slow }, { graceSeconds });
    await paused.promise;
    // A sweep processes two batches at once. The second batch must not find the objects after `expireMarks`.
    await Promise.all(transactions);
    return { resume: () => resumed.resolve(), ended };
  }
  const expireMarks = () =>
    db.orm.execute(`update objects set sweeping_since = sweeping_since - interval '1 hour'`);
  test('that is paused during a request neither delays a capture of the same content nor deletes its object', async () => {
    const content = randomUUID();
    await storeObject(workspace.work.objects, artifactsOf(content).image);
    await ageObjects(db, graceSeconds + 1);
    const paused = await pausedSweep();
    await expireMarks();
    const { id } = await captureNew(artifactsOf(content));
    paused.resume();
    await paused.ended;
    expect(await readImage(id)).toBe(content);
  });

  test('that was taken over by another sweep does not delete an object that is stored after both sweeps', async () => {
    const content = randomUUID();
    await storeObject(workspace.work.objects, artifactsOf(content).image);
    await ageObjects(db, graceSeconds + 1);
    const paused = await pausedSweep();
    await expireMarks();
    expect(await sweep()).toBe(1);
    const { id } = await captureNew(artifactsOf(content));
    paused.resume();
    await paused.ended;
    expect(await readImage(id)).toBe(content);
  });

  test('that was interrupted is resumed after five minutes, but objects that were stored again are kept', async () => {
    const [one, other] = [artifactsOf(randomUUID()).image, artifactsOf(randomUUID()).image];
    const [used, unused] = [
      await storeObject(workspace.work.objects, one),
      await storeObject(workspace.work.objects, other),
    ];
    await db.orm.execute('update objects set sweeping_since = now()');
    await ageObjects(db, graceSeconds + 1);
    await db.orm.execute(`update objects set sweeping_since = now() - interval '299 seconds'`);
    await storeObject(workspace.work.objects, one);
    expect(await sweep()).toBe(0);
    await ageObjects(db, 2);
    expect(await sweep()).toBe(1);
    expect(await isStored(used.sha256)).toBe(true);
    // A request from the interrupted sweep may still take effect.
    expect(await isStored(unused.sha256)).toEqual({ inStore: false, hasRow: true });
    await ageObjects(db, graceSeconds + 1);
    await sweep();
    expect(await isStored(unused.sha256)).toBe(false);
  });

  test('that fails is retried by a later sweep', async () => {
    const { sha256 } = await storeObject(workspace.work.objects, artifactsOf(randomUUID()).image);
    await ageObjects(db, graceSeconds + 1);
    const unavailable: ObjectStore = {
      ...store,
      delete: async () => Promise.reject(new Error('the store is unavailable')),
    };
    await expect(sweep(unavailable)).rejects.toThrow('the store is unavailable');
    expect(await isStored(sha256)).toBe(true);
    await ageObjects(db, 301);
    expect(await sweep()).toBe(1);
    expect(await isStored(sha256)).toMatchObject({ inStore: false });
  });

  test('processes several batches', async () => {
    for (let n = 0; n < 5; n += 1) await storeObject(workspace.work.objects, artifactsOf(randomUUID()).image);
    const kept = await captureNew();
    await ageObjects(db, graceSeconds + 1);
    expect(await sweepObjects({ db, objects: store }, { graceSeconds, batch: 2 })).toBe(5);
    expect(await isStored(kept.hashes.image)).toBe(true);
  });

  test('does not send a request after its process was paused', async () => {
    await storeObject(workspace.work.objects, artifactsOf(randomUUID()).image);
    await ageObjects(db, graceSeconds + 1);
    const now = Date.now.bind(Date);
    let pausedMs = 0;
    let sent = 0;
    const failing: ObjectStore = {
      ...store,
      async delete() {
        sent += 1;
        pausedMs = 60_000;
        throw new StorageError('unavailable', 'it can be repeated');
      },
    };
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + pausedMs);
    try {
      await expect(sweep(failing)).rejects.toMatchObject({ name: 'TimeoutError' });
    } finally {
      clock.mockRestore();
    }
    expect(sent).toBe(1);
  });
});

describe('an object that cannot be read', () => {
  const isMarked = async (sha256: string) => (await findObject(db.orm, sha256))!.unreadableSince !== null;

  test('is written again by the next capture of its content, even if no client has read it', async () => {
    const content = randomUUID();
    const { id, hashes } = await captureNew(artifactsOf(content));
    await store.delete([objectKey(hashes.image)]);
    await captureNew(artifactsOf(content));
    expect(await readImage(id)).toBe(content);
    await store.put(objectKey(hashes.image), Buffer.from('cut off'), 'image/png');
    await captureNew(artifactsOf(content));
    expect(await readImage(id)).toBe(content);
  });

  test('is marked when it is read and is written again by the next capture of its content', async () => {
    const content = randomUUID();
    const { id, hashes } = await captureNew(artifactsOf(content));
    await store.delete([objectKey(hashes.image)]);
    await expect(readImage(id)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await isMarked(hashes.image)).toBe(true);
    await captureNew(artifactsOf(content));
    expect(await readImage(id)).toBe(content);
    expect(await isMarked(hashes.image)).toBe(false);
  });

  test('is replaced if it is found to be damaged', async () => {
    const content = randomUUID();
    const { id, hashes } = await captureNew(artifactsOf(content));
    const damaged = Buffer.from(content.toUpperCase());
    await store.put(objectKey(hashes.image), damaged, 'image/png', { replace: true });
    await markObjectsUnreadable(db.orm, [hashes.image]);
    await captureNew(artifactsOf(content));
    expect(await readImage(id)).toBe(content);
    expect(await isMarked(hashes.image)).toBe(false);
  });

  test('is replaced if it is found to be damaged under a previous key', async () => {
    const content = randomUUID();
    const { id, hashes } = await captureNew(artifactsOf(content));
    await replaceObjectKey(db.orm, { sha256: hashes.image, from: null, to: randomUUID() });
    const damaged = Buffer.from(content.toUpperCase());
    await store.put(objectKey(hashes.image), damaged, 'image/png', { replace: true });
    await markObjectsUnreadable(db.orm, [hashes.image]);
    await captureNew(artifactsOf(content));
    expect(await readImage(id)).toBe(content);
  });
});
