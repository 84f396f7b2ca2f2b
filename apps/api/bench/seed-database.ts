import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CoreContext,
  claimScreenshot,
  createContentCheck,
  createSchedule,
  foldFeedCounts,
  releaseCaptures,
  runSchedule,
  settleSuccess,
  storeCapture,
} from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { openDatabase } from '@shotclock/db';
import { createFilesystemStore } from '@shotclock/storage';

/** The IDs of the resources that the benchmark requests read and change. */
export type Seeded = { small: number; large: number; growing: number[]; screenshot: number };

const runs = 1_000;
const checks = 200;
const image = { body: Buffer.from('image'), contentType: 'image/png' };

/**
 * Fills a database so that it resembles a service that has been running for some time. `growing` is the number of
 * schedules that receive new items.
 */
export async function seedDatabase(url: string, growing: number): Promise<Seeded> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
  const db = openDatabase({ url, name: 'bench' });
  try {
    const core = createTestContext(db, createFilesystemStore(folder));
    const small = await addSchedule(core, 2);
    const screenshot = await runAndSettle(core, small);
    for (let n = 1; n < runs; n += 1) await runAndSettle(core, small);
    for (let n = 0; n < checks; n += 1) await createContentCheck(core, { url: 'https://example.com/' });
    const large = await addSchedule(core, 1_000);
    const more: number[] = [];
    for (let n = 0; n < growing; n += 1) more.push(await addSchedule(core, 2));
    await foldFeedCounts(core);
    await db.orm.execute('vacuum analyze');
    await db.orm.execute('checkpoint');
    return { small, large, growing: more, screenshot };
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function addSchedule(core: CoreContext, items: number): Promise<number> {
  const { id } = await createSchedule(core, {
    name: 'Product pages',
    description: 'Prices and stock of all products.',
    schedule: { type: 'CRON', cronExpression: '0 9 * * 1-5' },
    items: Array.from({ length: items }, (_, n) => ({
      url: `https://example.com/products/${n}?variant=large`,
      width: 1_280,
      height: 720,
      fullPage: true,
      waitUntil: 'network_idle',
    })),
  });
  return id;
}

/** Returns the ID of one of the screenshots. */
async function runAndSettle(core: CoreContext, scheduleId: number): Promise<number> {
  const work = { ...core, leaseSeconds: 60 };
  const jobs: { screenshotId: number; attempt: number }[] = [];
  await runSchedule(core, { scheduleId });
  await releaseCaptures(
    { db: core.db, enqueue: async (released) => void jobs.push(...released) },
    { window: 32 },
  );
  for (const job of jobs) {
    const claimed = (await claimScreenshot(work, job))!;
    const stored = await storeCapture(core.objects, { image, thumbnail: null, html: null, text: null });
    await settleSuccess(work, claimed, { ...stored, description: null });
  }
  return jobs[0]!.screenshotId;
}
