import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageMemory } from '@shotclock/capture';
import { type Comparison, defaultComparison } from '@shotclock/contracts';
import { createRecordedStore, type RecordedStore, storeObject } from '@shotclock/core';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { DeadlineError } from '@shotclock/runtime';
import { createFilesystemStore } from '@shotclock/storage';
import { createDatabase, encodePng } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareWithBaseline } from './content-comparison.ts';

const memory: ImageMemory = { acquire: async () => undefined, reduce() {}, release() {} };
const comparison: Comparison = { ...defaultComparison, mode: 'text' };
const texts = { text: null, numberText: null };
const text = (word: string) => ({ body: Buffer.from(`${word} `.repeat(200_000)), contentType: 'text/plain' });

let folder: string;
let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;
let objects: RecordedStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-comparison-'));
  database = await createDatabase({ migrate });
  db = openDatabase({ url: database.url, name: 'comparison tests' });
  objects = createRecordedStore(db, createFilesystemStore(folder));
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Compares with a signal that aborts with `reason` once the baseline has been read. */
async function interrupted(reason: Error) {
  const baseline = await storeObject(objects, text('before'));
  const now = text('now');
  const stored = await storeObject(objects, now);
  const end = new AbortController();
  const store: RecordedStore = {
    ...objects,
    async open(sha256, options) {
      const found = await objects.open(sha256, options);
      found?.stream.once('close', () => setImmediate(() => end.abort(reason)));
      return found;
    },
  };
  const subject = { stored, body: now.body, masks: [] };
  return compareWithBaseline(
    store,
    { comparison, firstLook: null },
    {
      subject,
      texts,
      memory,
      baseline: {
        checkId: 1,
        screenshotId: 1,
        subject: baseline.sha256,
        masks: [],
        isLost: false,
        seen: null,
      },
      captureAgain: async () => null,
      knownLooks: async () => [],
    },
    end.signal,
  );
}

test('a comparison that exceeds the deadline fails the check, but not the capture', async () => {
  expect(await interrupted(new DeadlineError(90_000))).toEqual({
    outcome: {
      status: 'FAILED',
      description: "The comparison was not finished within 90 s of the capture's start.",
    },
    stored: [],
  });
});

test('an aborted comparison has no outcome', async () => {
  const reason = new Error('the worker stops');
  await expect(interrupted(reason)).rejects.toBe(reason);
});

test.each([
  [
    'a large image is read from the store and compared once enough memory is available',
    17_000,
    [17_000 * 11 + 2 ** 26],
  ],
  ['a small image is compared without a wait', 100, []],
])('%s', async (_, height, expected) => {
  const store = async (value: number) => {
    const rows = Array.from({ length: height }, () => [0, value, value, value]);
    const body = encodePng(1, height, Buffer.from(rows.flat()));
    return { body, stored: await storeObject(objects, { body, contentType: 'image/png' }) };
  };
  const [before, now] = [await store(0), await store(255)];
  const acquired: number[] = [];
  const compared = {
    texts,
    subject: { stored: now.stored, body: height > 10_000 ? null : now.body, masks: [] },
    baseline: {
      checkId: 1,
      screenshotId: 1,
      subject: before.stored.sha256,
      masks: [],
      isLost: false,
      seen: null,
    },
    memory: { ...memory, acquire: async (bytes: number) => void acquired.push(bytes) },
    captureAgain: async () => null,
    knownLooks: async () => [],
  };
  const visual: Comparison = { ...comparison, mode: 'visual' };
  const { signal } = new AbortController();
  const { outcome } = await compareWithBaseline(
    objects,
    { comparison: visual, firstLook: null },
    compared,
    signal,
  );
  expect(outcome).toMatchObject({ status: 'SUCCESS', changed: true, ratio: 1 });
  expect(acquired).toEqual(expected);
});

test('a second look that is identical to the baseline keeps the baseline, and says that the change is not confirmed', async () => {
  const { body } = text('before');
  const before = await storeObject(objects, text('before'));
  const first = await storeObject(objects, text('first'));
  const stored = { checkId: 1, screenshotId: 1, subject: before.sha256, masks: [] };
  const baseline = { ...stored, isLost: false, seen: null };
  const { outcome } = await compareWithBaseline(
    objects,
    { comparison, firstLook: { subject: first.sha256, masks: [] } },
    {
      ...{ subject: { stored: before, body, masks: [] }, texts, memory, baseline },
      captureAgain: async () => null,
      knownLooks: async () => [],
    },
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({
    ...{ status: 'SUCCESS', changed: false, keepsBaseline: true },
    description: 'A second capture did not confirm the change.',
  });
});
