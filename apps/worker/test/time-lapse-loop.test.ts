import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CoreContext,
  claimScreenshot,
  createSchedule,
  createTimeLapse,
  getTimeLapse,
  releaseCaptures,
  runSchedule,
  settleSuccess,
  storeCapture,
} from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { createImageConverter } from '@shotclock/images';
import type { CaptureJob } from '@shotclock/queue';
import { createLogger } from '@shotclock/runtime';
import { createFilesystemStore } from '@shotclock/storage';
import { createDatabase, encodePng } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTimeLapseLoop } from '../src/time-lapse-loop.ts';

let db: Database;
let core: CoreContext;
let itemId: number;
let cleanUp: () => Promise<unknown>;

beforeAll(async () => {
  const database = await createDatabase({ migrate });
  db = openDatabase({ url: database.url, name: 'time-lapse tests' });
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-time-lapse-'));
  core = createTestContext(db, createFilesystemStore(folder));
  cleanUp = async () => {
    await db.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  await captureOnce();
});
afterAll(() => cleanUp());

/** Creates a schedule and captures its item once. */
async function captureOnce(): Promise<void> {
  const timing = { type: 'ONCE' as const, firstRunAt: '2999-01-01T00:00:00Z' };
  const schedule = await createSchedule(core, {
    name: 'time-lapse',
    schedule: timing,
    items: [{ url: 'https://example.com/' }],
  });
  itemId = schedule.items[0]!.id;
  await runSchedule(core, { scheduleId: schedule.id });
  const jobs: CaptureJob[] = [];
  await releaseCaptures({ db, enqueue: async (released) => void jobs.push(...released) }, { window: 1 });
  const worker = { db, objects: core.objects, leaseSeconds: 60 };
  const claimed = (await claimScreenshot(worker, jobs[0]!))!;
  const body = encodePng(200, 1, Buffer.alloc(601));
  const image = { body, contentType: 'image/png' };
  const stored = await storeCapture(core.objects, { image, thumbnail: null, html: null, text: null });
  await settleSuccess(worker, claimed, { ...stored, description: null });
}

function startLoop() {
  const loop = createTimeLapseLoop({
    db,
    objects: core.objects,
    converter: createImageConverter({ processes: 1, maxWaiting: 1, maxWaitingPerOwner: 1 }),
    logger: createLogger({ name: 'test', level: 'silent' }),
    // This is longer than the test takes, so only a notification can wake the loop.
    pollMs: 600_000,
  });
  loop.start();
  return loop;
}
const statusOf = async (timeLapseId: number) => (await getTimeLapse(core, { timeLapseId })).status;
const create = () => createTimeLapse(core, { itemId, request: { width: 160 } });

test('a worker makes time-lapses that are waiting when it starts, and those requested later', async () => {
  const waiting = await create();
  const loop = startLoop();
  try {
    await expect.poll(() => statusOf(waiting.id)).toBe('SUCCESS');
    const later = await create();
    await expect.poll(() => statusOf(later.id)).toBe('SUCCESS');
  } finally {
    await loop.close();
  }
});

test('a worker that is stopping leaves its time-lapse to the next worker', async () => {
  const stopped = startLoop();
  const { id } = await create();
  await stopped.close();
  const next = startLoop();
  try {
    await expect.poll(() => statusOf(id)).toBe('SUCCESS');
  } finally {
    await next.close();
  }
});
