import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserSupervisor, createBrowserSupervisor, findBrowser } from '@shotclock/capture';
import {
  type CoreContext,
  createScreenshot,
  getScreenshot,
  readArtifact,
  recoverLost,
  releaseCaptures,
} from '@shotclock/core';
import { type Database, defaultAccountId, migrate, openDatabase } from '@shotclock/db';
import { parseEgressAllow } from '@shotclock/egress';
import type { CaptureJob } from '@shotclock/queue';
import { createLogger } from '@shotclock/runtime';
import { createFilesystemStore, type ObjectStore, StorageError } from '@shotclock/storage';
import {
  createDatabase,
  eventually,
  type FixtureSite,
  startFixtureSite,
  testSandbox,
} from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaptureProcessor } from '../src/capture-processor.ts';
import { createLeaseKeeper, type LeaseKeeper } from '../src/lease-keeper.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const never = new AbortController().signal;
const leaseSeconds = 3;

let site: FixtureSite;
let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;
let folder: string;
let objects: ObjectStore;
let browsers: BrowserSupervisor;
let leases: LeaseKeeper;
let core: CoreContext;

beforeAll(async () => {
  site = await startFixtureSite();
  database = await createDatabase({ migrate });
  db = openDatabase({ url: database.url, name: 'worker tests' });
  folder = await mkdtemp(join(tmpdir(), 'shotclock-worker-'));
  objects = createFilesystemStore(folder);
  browsers = createBrowserSupervisor({
    executablePath: await findBrowser({}),
    sandbox: testSandbox(),
    processes: 1,
    allow: parseEgressAllow(site.hostPort),
    logger,
  });
  await browsers.start();
  leases = createLeaseKeeper({ db, leaseSeconds, logger });
  core = {
    db,
    objects,
    publicUrl: 'http://shotclock.test',
    accountId: defaultAccountId,
    limits: { minRunIntervalSeconds: 60, maxItemsPerRequest: 100, maxItemsPerSchedule: 1_000 },
    captureAttempts: 2,
    contentCheckPrice: 1,
  };
}, 120_000);

afterAll(async () => {
  leases.close();
  await browsers.close();
  await db.close();
  await database.drop();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const processor = (store: ObjectStore = objects) =>
  createCaptureProcessor({ db, objects: store, leaseSeconds, browsers, leases, deadlineMs: 30_000, logger });

async function release(): Promise<CaptureJob> {
  const jobs: CaptureJob[] = [];
  await eventually(
    () => releaseCaptures({ db, enqueue: async (released) => void jobs.push(...released) }, { window: 100 }),
    { timeoutMs: 20_000, what: 'the capture to be released' },
  );
  return jobs[0]!;
}

async function request(path: string) {
  const { id } = await createScreenshot(core, { request: { url: site.url(path), width: 400, height: 300 } });
  return { id, job: await release(), read: () => getScreenshot(core, { screenshotId: id }) };
}

describe('the capture processor', () => {
  it('captures, stores and settles', async () => {
    const { id, job, read } = await request('/blocks');
    await processor()(job, never);
    expect(await read()).toMatchObject({ status: 'SUCCESS', description: null });
    const { stream, contentType } = await readArtifact(core, { screenshotId: id, artifact: 'image' });
    const image = Buffer.concat(await stream.toArray());
    expect(contentType).toBe('image/png');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([400, 300]);
  });

  it('stores an unchanged page once', async () => {
    const [first, second] = [await request('/blocks'), await request('/blocks')];
    await processor()(first.job, never);
    await processor()(second.job, never);
    const hashes = await Promise.all(
      [first, second].map(async ({ id }) => {
        const { stream, sha256 } = await readArtifact(core, { screenshotId: id, artifact: 'image' });
        stream.destroy();
        return sha256;
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('tells of a page that answers with an error, and keeps its capture', async () => {
    const { job, read } = await request('/not-found');
    await processor()(job, never);
    const screenshot = await read();
    expect(screenshot.status).toBe('SUCCESS');
    expect(screenshot.description).toContain('404');
  });

  it('fails a capture of a private address with the reason', async () => {
    const { id } = await createScreenshot(core, { request: { url: 'http://10.0.0.1/' } });
    await processor()(await release(), never);
    const screenshot = await getScreenshot(core, { screenshotId: id });
    expect(screenshot).toMatchObject({ status: 'FAILED' });
    expect(screenshot.description).toContain('10.0.0.1');
  });

  it('tries again when the store has a fault, and leaves no record without its object', async () => {
    const { id, job, read } = await request('/blocks');
    const full: ObjectStore = {
      ...objects,
      put: async () => Promise.reject(new StorageError('full', 'the disk is full')),
    };
    await processor(full)(job, never);
    expect(await read()).toMatchObject({ status: 'PENDING' });
    const again = await release();
    expect(again).toMatchObject({ screenshotId: id, attempt: 2 });
    await processor(full)(again, never);
    expect(await read()).toMatchObject({ status: 'FAILED', description: 'The capture could not be stored.' });
  });

  it('hands its work back when the worker stops', async () => {
    const { id, job, read } = await request('/slow?ms=20000');
    const stop = new AbortController();
    const working = processor()(job, stop.signal);
    await eventually(async () => (await read()).status === 'PROCESSING', { what: 'the capture to begin' });
    stop.abort();
    await working;
    expect(await read()).toMatchObject({ status: 'PENDING' });
    expect(await release()).toMatchObject({ screenshotId: id, attempt: 2 });
  });

  it('keeps its lease for as long as a capture takes', async () => {
    const { job, read } = await request('/slow?ms=5000');
    const working = processor()(job, never);
    const recovered: number[] = [];
    const watching = eventually(
      async () => {
        recovered.push(await recoverLost({ db }));
        return (await read()).status === 'SUCCESS';
      },
      { timeoutMs: 30_000, what: 'the slow capture to succeed' },
    );
    await Promise.all([working, watching]);
    expect(Math.max(...recovered)).toBe(0);
  });
});
