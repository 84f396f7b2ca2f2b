import type { CreateTimeLapseBody } from '@shotclock/contracts';
import { readAccountUsage, selectFrames } from '@shotclock/db';
import { createImageConverter } from '@shotclock/images';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CoreContext,
  createSchedule,
  createTimeLapse,
  deleteExpiredTimeLapses,
  deleteTimeLapse,
  findTimeLapseImage,
  getTimeLapse,
  loadObject,
  makeTimeLapse,
  sweepObjects,
  type TimeLapseContext,
} from '../../src/index.ts';
import { ageObjects, capture, isObjectStored } from '../captures.fixture.ts';
import { shade } from '../content-checks/shades.fixture.ts';
import { hourly, inAnHour, item, newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';

const graceSeconds = 24 * 3_600;
const workspace = openWorkspaceForFile();
const converter = createImageConverter({ processes: 1, maxWaiting: 1, maxWaitingPerOwner: 1 });
afterAll(() => converter.close());
const running = new AbortController().signal;
let core: CoreContext;
let worker: TimeLapseContext;
let itemId: number;
/** The shades of gray used for the captures in all tests. */
const grays = [10, 10, 90, 170, 250];

beforeAll(() => {
  worker = { ...workspace.work, converter };
});
beforeEach(async () => {
  core = await newAccount(workspace);
  itemId = await newItem();
});

async function newItem(policy: { retentionDays?: number } = {}): Promise<number> {
  const schedule = await createSchedule(core, hourly(inAnHour(), { items: [item()], policy }));
  return schedule.items[0]!.id;
}

/** Inserts captures of the item on the first days of November 2026, one per day. */
async function captureGrays(given = grays): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, gray] of given.entries()) {
    const image = { body: shade(gray), contentType: 'image/png' };
    const { id } = await capture(core, workspace.work, { image, thumbnail: null, html: null, text: null });
    await workspace.db.orm.execute(`
      update screenshots set item_id = ${itemId}, captured_at = '2026-11-0${index + 1}T12:00:00Z' where id = ${id}`);
    ids.push(id);
  }
  return ids;
}

const create = (request: CreateTimeLapseBody = {}) =>
  createTimeLapse(core, { itemId, request: { width: 160, ...request } });
const read = (timeLapseId: number) => getTimeLapse(core, { timeLapseId });
const expireLease = (id: number) =>
  workspace.db.orm.execute(
    `update time_lapses set lease_expires_at = now() - interval '1 second' where id = ${id}`,
  );
const sweep = () => sweepObjects({ db: workspace.db, objects: workspace.work.objects }, { graceSeconds });
const isStored = (hash: string) => isObjectStored(workspace.db, workspace.work.objects, hash);
const imageOf = async (timeLapseId: number) => {
  const { sha256 } = await findTimeLapseImage(core, { timeLapseId });
  return { sha256, bytes: (await loadObject(workspace.work.objects, sha256))! };
};

/** The number of frames in an animated WebP, and their duration in milliseconds (WebP container specification, chunk ANMF). */
function framesOf(webp: Buffer) {
  expect(webp.toString('latin1', 0, 12)).toMatch(/^RIFF[\s\S]{4}WEBP$/);
  const durations: number[] = [];
  for (let at = 12; at < webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2))
    if (webp.toString('latin1', at, at + 4) === 'ANMF') durations.push(webp.readUIntLE(at + 20, 3));
  return durations;
}

/** A conversion that hangs until `fail` is called. */
function hangingConversion() {
  const started = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<never>();
  const convert = () => {
    started.resolve();
    return hanging.promise;
  };
  return { convert, started: started.promise, fail: hanging.reject };
}

describe('a time-lapse', () => {
  test('shows the captures of an item from a period', async () => {
    await captureGrays();
    const created = await create({
      from: '2026-11-02T00:00:00Z',
      to: '2026-11-04T12:00:00Z',
      framesPerSecond: 5,
    });
    expect(created).toMatchObject({
      status: 'PENDING',
      progress: 0,
      captures: null,
      bytes: null,
      width: 160,
    });
    await expect(findTimeLapseImage(core, { timeLapseId: created.id })).rejects.toMatchObject({
      code: 'conflict',
    });

    expect(await makeTimeLapse(worker, running)).toMatchObject({ id: created.id, outcome: 'SUCCESS' });
    const { bytes } = await imageOf(created.id);
    expect(await read(created.id)).toMatchObject({
      status: 'SUCCESS',
      progress: 1,
      captures: 3,
      frames: 3,
      bytes: bytes.length,
      description: null,
    });
    expect(framesOf(bytes)).toEqual([200, 200, 200]);
  });

  test('omits captures that are identical to the previous one if only changes are requested', async () => {
    await captureGrays();
    const { id } = await create({ onlyChanges: true });
    await makeTimeLapse(worker, running);
    expect(await read(id)).toMatchObject({ captures: 4, frames: 4 });
  });

  test('fails and states the reason if there are no captures', async () => {
    await captureGrays([10]);
    const { id } = await create({ from: '2030-01-01T00:00:00Z' });
    expect(await makeTimeLapse(worker, running)).toMatchObject({ outcome: 'FAILED' });
    expect(await read(id)).toMatchObject({
      status: 'FAILED',
      description: 'No capture of the item succeeded in the period.',
    });
    await expect(findTimeLapseImage(core, { timeLapseId: id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is found only by its own account', async () => {
    const { id } = await create();
    const other = await newAccount(workspace);
    await expect(getTimeLapse(other, { timeLapseId: id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(createTimeLapse(other, { itemId, request: {} })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(deleteTimeLapse(other, { timeLapseId: id })).rejects.toMatchObject({ code: 'not_found' });
    await deleteTimeLapse(core, { timeLapseId: id });
  });

  test('counts toward the stored bytes until it is deleted and its object is swept', async () => {
    await captureGrays([10, 90]);
    const before = await readAccountUsage(workspace.db.orm, core);
    const { id } = await create();
    await makeTimeLapse(worker, running);
    const { sha256, bytes } = await imageOf(id);
    const used = await readAccountUsage(workspace.db.orm, core);
    expect(used.storedBytes - before.storedBytes).toBe(bytes.length);
    await ageObjects(workspace.db, 2 * graceSeconds);
    await sweep();
    expect(await isStored(sha256)).toBe(true);

    await deleteTimeLapse(core, { timeLapseId: id });
    expect(await readAccountUsage(workspace.db.orm, core)).toEqual(before);
    await ageObjects(workspace.db, 2 * graceSeconds);
    await sweep();
    expect(await isStored(sha256)).toBe(false);
  });

  test('is deleted once its last capture is past its retention', async () => {
    itemId = await newItem({ retentionDays: 30 });
    await captureGrays([10, 90]);
    const { id } = await create();
    await makeTimeLapse(worker, running);
    const age = (days: number) =>
      workspace.db.orm.execute(
        `update time_lapses set last_frame_at = now() - interval '${days} days' where id = ${id}`,
      );
    await age(29);
    expect(await deleteExpiredTimeLapses(workspace, { defaultDays: null })).toMatchObject({ deleted: 0 });
    await age(31);
    // A pass that starts after this ID reaches the end, so the next pass starts from the beginning.
    const { deleted, next } = await deleteExpiredTimeLapses(workspace, { defaultDays: null, after: id });
    expect({ deleted, next }).toEqual({ deleted: 0, next: 0 });
    expect(await deleteExpiredTimeLapses(workspace, { defaultDays: null, after: next })).toEqual({
      deleted: 1,
      next: 0,
    });
    await expect(read(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('accounts take turns', async () => {
  const request: CreateTimeLapseBody = { width: 160, from: '2030-01-01T00:00:00Z' };
  const own = [];
  for (let n = 0; n < 3; n += 1) own.push((await create(request)).id);
  core = await newAccount(workspace);
  itemId = await newItem();
  const others = [(await create(request)).id, (await create(request)).id];
  const made = [];
  for (let n = 0; n < 5; n += 1) made.push((await makeTimeLapse(worker, running))?.id);
  expect(made).toEqual([own[0], others[0], own[1], others[1], own[2]]);

  // While a worker is creating a time-lapse for one account, the other account's time-lapse comes next.
  await captureGrays([10]);
  const slow = (await create()).id;
  const next = (await create()).id;
  const hanging = hangingConversion();
  const busy = makeTimeLapse({ ...worker, converter: { ...converter, convert: hanging.convert } }, running);
  await hanging.started;
  expect(await read(slow)).toMatchObject({ status: 'PROCESSING' });
  core = await newAccount(workspace);
  itemId = await newItem();
  const later = (await create(request)).id;
  expect((await makeTimeLapse(worker, running))?.id).toBe(later);
  hanging.fail(new Error('gone'));
  await busy;
  expect((await makeTimeLapse(worker, running))?.id).toBe(next);
  await workspace.db.orm.execute(`delete from time_lapses where id = ${slow}`);
});

describe('a worker', () => {
  test('that is killed is replaced after its lease expires, and can no longer change anything', async () => {
    await captureGrays([10, 90]);
    const { id } = await create();
    // Hangs during the conversion until the test ends.
    const hanging = hangingConversion();
    const killed = makeTimeLapse(
      { ...worker, leaseSeconds: 3_600, converter: { ...converter, convert: hanging.convert } },
      running,
    );
    await hanging.started;
    await expect.poll(() => read(id)).toMatchObject({ status: 'PROCESSING', frames: 2 });
    expect(await makeTimeLapse(worker, running)).toBeUndefined();
    await expireLease(id);
    await workspace.db.orm.execute(`update scheduler_heartbeat set leases_expire_from = 'infinity'`);
    expect(await makeTimeLapse(worker, running)).toBeUndefined();
    await workspace.db.orm.execute(`update scheduler_heartbeat set leases_expire_from = '-infinity'`);
    expect(await makeTimeLapse(worker, running)).toMatchObject({ id, outcome: 'SUCCESS' });
    const made = await read(id);
    hanging.fail(new Error('too late'));
    await killed;
    expect(await read(id)).toEqual(made);
  });

  test('that is stopping releases its time-lapse for another worker without using up an attempt', async () => {
    await captureGrays([10, 90]);
    const { id } = await create();
    for (let time = 0; time < 4; time += 1) {
      const stopping = new AbortController();
      const convert: TimeLapseContext['converter']['convert'] = () => {
        stopping.abort(new Error('the worker is stopping'));
        return new Promise(() => undefined);
      };
      const stopped = await makeTimeLapse(
        { ...worker, converter: { ...converter, convert } },
        stopping.signal,
      );
      expect(stopped).toMatchObject({ id, outcome: 'released' });
      await expireLease(id);
    }
    expect(await makeTimeLapse(worker, running)).toMatchObject({ id, outcome: 'SUCCESS' });
  });

  test('that is killed in every attempt fails the time-lapse', async () => {
    await captureGrays([10]);
    const { id } = await create();
    const failing = { ...converter, convert: () => Promise.reject(new Error('broken')) };
    const outcomes = [];
    for (let time = 0; time < 3; time += 1) {
      outcomes.push((await makeTimeLapse({ ...worker, converter: failing }, running))?.outcome);
      await expireLease(id);
    }
    expect(outcomes).toEqual(['released', 'released', 'FAILED']);
    const lost = await create();
    await workspace.db.orm.execute(`
      update time_lapses set status = 'PROCESSING', attempts_left = 0, attempt_token = gen_random_uuid() where id = ${lost.id}`);
    await expireLease(lost.id);
    expect(await makeTimeLapse(worker, running)).toBeUndefined();
    expect(await read(lost.id)).toMatchObject({
      status: 'FAILED',
      description: expect.stringContaining('worker'),
    });
  });

  test('drops a time-lapse that a client deletes during its creation', async () => {
    await captureGrays([10, 90]);
    const { id } = await create();
    const convert: TimeLapseContext['converter']['convert'] = async (kind, options) => {
      if (kind === 'animation') await deleteTimeLapse(core, { timeLapseId: id });
      return converter.convert(kind, options);
    };
    const made = await makeTimeLapse({ ...worker, converter: { ...converter, convert } }, running);
    expect(made).toMatchObject({ id, outcome: 'dropped' });
  });

  test('omits captures whose images were deleted from the store', async () => {
    const [first] = await captureGrays([10, 90]);
    const [row] = await workspace.db.orm.execute<{ image: string }>(
      `select image from screenshots where id = ${first}`,
    );
    const objects = { ...workspace.work.objects };
    const { id } = await create();
    const open: typeof objects.open = (sha256, options) =>
      sha256 === row!.image ? Promise.resolve(null) : workspace.work.objects.open(sha256, options);
    await makeTimeLapse({ ...worker, objects: { ...objects, open } }, running);
    expect(await read(id)).toMatchObject({ status: 'SUCCESS', captures: 2, frames: 1 });
  });
});

test('an account has limits on unfinished time-lapses and stored bytes', async () => {
  const ids = [];
  for (let n = 0; n < 5; n += 1) ids.push((await create()).id);
  await expect(create()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 10 });
  for (const timeLapseId of ids) await deleteTimeLapse(core, { timeLapseId });
  const full = { ...core, limits: { ...core.limits, maxStoredBytesPerAccount: 0 } };
  await expect(createTimeLapse(full, { itemId, request: {} })).rejects.toMatchObject({ code: 'conflict' });
});

test('if there are more captures than frames, evenly distributed captures are selected, including the first and the last', async () => {
  const ids = await captureGrays([0, 50, 100, 150, 200, 250]);
  const select = async (limit: number) => {
    const request = {
      accountId: core.accountId,
      itemId,
      periodFrom: null,
      periodTo: null,
      onlyChanges: false,
      limit,
    };
    const { captures, frames } = await selectFrames(workspace.db.orm, request);
    return { captures, days: frames.map(({ capturedAt }) => capturedAt.getUTCDate()) };
  };
  expect(await select(3)).toEqual({ captures: 6, days: [1, 4, 6] });
  expect(await select(1)).toEqual({ captures: 6, days: [1] });
  expect(await select(100)).toEqual({ captures: 6, days: [1, 2, 3, 4, 5, 6] });
  // Simulate a failure with an image of the page.
  await workspace.db.orm.execute(`update screenshots set status = 'FAILED' where id = ${ids[1]}`);
  expect(await select(100)).toEqual({ captures: 5, days: [1, 3, 4, 5, 6] });
});
