import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CoreContext,
  claimScreenshot,
  createSchedule,
  createScreenshot,
  storeObject,
} from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { type Database, defaultAccountId, findKey, insertKey, migrate, openDatabase } from '@shotclock/db';
import { renewLeases } from '@shotclock/db/all-accounts';
import { countFinished } from '@shotclock/db/test/count-records';
import type { PrioritizedCaptureJob } from '@shotclock/queue';
import { createLogger, createMetricsRegistry } from '@shotclock/runtime';
import { createFilesystemStore, type ObjectStore, objectKey } from '@shotclock/storage';
import { createDatabase, eventually, requestLimits } from '@shotclock/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSchedulerLoop } from '../src/loop.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const url = 'https://example.com/';

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;
let folder: string;
let objects: ObjectStore;
let ctx: CoreContext;
let queue: PrioritizedCaptureJob[];
let loops: { stop: AbortController; running: Promise<void> }[];

beforeEach(async () => {
  database = await createDatabase({ migrate });
  db = openDatabase({ url: database.url, name: 'scheduler tests' });
  folder = await mkdtemp(join(tmpdir(), 'shotclock-scheduler-'));
  objects = createFilesystemStore(folder);
  ctx = createTestContext(db, objects);
  queue = [];
  loops = [];
});
afterEach(async () => {
  for (const { stop } of loops) stop.abort();
  await Promise.all(loops.map(({ running }) => running));
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

function startLoop(
  options: {
    db?: Database;
    window?: number;
    leaseSeconds?: number;
    enqueue?: (jobs: PrioritizedCaptureJob[]) => Promise<void>;
  } = {},
) {
  const stop = new AbortController();
  const loop = createSchedulerLoop({
    db: options.db ?? db,
    objects,
    objectGraceSeconds: 3_600,
    retentionDays: null,
    limits: requestLimits(),
    recordRetentionDays: null,
    auditRetentionDays: null,
    alertRetentionDays: 30,
    createSending: async () => null,
    enqueue: options.enqueue ?? (async (jobs) => void queue.push(...jobs)),
    queued: async () => queue.length,
    window: options.window ?? 100,
    leaseSeconds: options.leaseSeconds ?? 12,
    captureAttempts: 3,
    contentCheckPrice: 1,
    metrics: createMetricsRegistry('scheduler').metrics,
    logger,
  });
  const started = { stop, running: loop.run(stop.signal) };
  loops.push(started);
  return started;
}

const capturesReleased = (count: number) =>
  eventually(async () => queue.length >= count, {
    timeoutMs: 20_000,
    what: `${count} captures to be released`,
  });

/**
 * How much later than scheduled, in ms, a query for that time completes in this process. A busy machine delays the
 * scheduler by the same amount.
 */
async function queryDelayAt(at: Date): Promise<number> {
  await delay(at.getTime() - Date.now());
  await db.orm.execute('select 1');
  return Date.now() - at.getTime();
}

describe('the scheduler loop', () => {
  test('starts a run within a second of its scheduled time', async () => {
    startLoop();
    const at = new Date(Date.now() + 1_500);
    await createSchedule(ctx, {
      name: 'soon',
      schedule: { type: 'ONCE', firstRunAt: at.toISOString() },
      items: [{ url }],
    });
    const queryDelayMs = await queryDelayAt(at);
    await capturesReleased(1);
    const [execution] = await db.orm.execute<{ delay_ms: string }>(
      'select extract(epoch from started_at - scheduled_for) * 1000 as delay_ms from schedule_executions',
    );
    expect(Number(execution!.delay_ms)).toBeGreaterThanOrEqual(0);
    expect(Number(execution!.delay_ms)).toBeLessThan(1_000 + 5 * queryDelayMs);
  });

  test('sleeps while nothing is due and wakes up for a manual capture', async () => {
    let statements = 0;
    const observed = openDatabase({ url: database.url, name: 'loop', onStatement: () => (statements += 1) });
    onTestFinished(() => observed.close());
    startLoop({ db: observed });
    await createSchedule(ctx, {
      name: 'far',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      items: [{ url }],
    });
    // A polling loop would execute more statements than this test, which polls every 25 ms.
    let checks = 0;
    await eventually(() => ++checks >= 80, { timeoutMs: 20_000, what: 'eighty checks' });
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThan(checks / 2);
    const { id } = await createScreenshot(ctx, { request: { url } });
    await capturesReleased(1);
    expect(queue).toEqual([{ screenshotId: id, attempt: 1, priority: 'high' }]);
  });

  test('refills the release window as soon as a capture is claimed', async () => {
    startLoop({ window: 1 });
    for (let n = 0; n < 3; n += 1) await createScreenshot(ctx, { request: { url } });
    for (let n = 1; n <= 3; n += 1) {
      await capturesReleased(n);
      expect(queue).toHaveLength(n);
      await claimScreenshot({ db, objects: ctx.objects, leaseSeconds: 60 }, queue[n - 1]!);
    }
  });

  test('recovers a capture when its lease expires, without a notification', async () => {
    startLoop({ leaseSeconds: 1 });
    await createScreenshot(ctx, { request: { url } });
    await capturesReleased(1);
    await claimScreenshot({ db, objects: ctx.objects, leaseSeconds: 1 }, queue[0]!);
    await capturesReleased(2);
    expect(queue[1]).toMatchObject({ screenshotId: queue[0]!.screenshotId, attempt: 2 });
  });

  test('does not let leases expire until one lease period after an outage', async () => {
    const before = startLoop({ leaseSeconds: 600 });
    await createScreenshot(ctx, { request: { url } });
    await capturesReleased(1);
    const worker = { db, objects: ctx.objects, leaseSeconds: 600 };
    const claim = await claimScreenshot(worker, queue[0]!);
    const beat = async () => (await db.orm.execute('select from scheduler_heartbeat')).length > 0;
    await eventually(beat, { what: 'a heartbeat' });
    before.stop.abort();
    await before.running;
    // Simulates an outage: neither the worker nor a scheduler has reached the database for longer than a lease.
    await db.orm.execute(`update captures set lease_expires_at = now() - interval '1 s'`);
    await db.orm.execute(`update scheduler_heartbeat set alive_until = now() - interval '500 s'`);

    startLoop({ leaseSeconds: 600 });
    const current = async () =>
      (await db.orm.execute('select from scheduler_heartbeat where alive_until > now()')).length > 0;
    await eventually(current, { what: 'the next heartbeat' });
    await createScreenshot(ctx, { request: { url } });
    await capturesReleased(2);
    expect(queue[1]).toMatchObject({ attempt: 1 });
    expect(await renewLeases(db.orm, [claim!.token], 600)).toEqual([claim!.token]);

    // The worker was killed during the outage, so it does not renew its lease.
    await db.orm.execute(
      `update captures set lease_expires_at = now() - interval '1 second' where attempt_token is not null`,
    );
    await db.orm.execute('update scheduler_heartbeat set leases_expire_from = now()');
    await createScreenshot(ctx, { request: { url } });
    await capturesReleased(4);
    expect(queue.slice(2)).toContainEqual(
      expect.objectContaining({ screenshotId: queue[0]!.screenshotId, attempt: 2 }),
    );
  });

  test('retries the release when the queue becomes available again', async () => {
    let isUnavailable = true;
    startLoop({
      enqueue: async (jobs) => {
        if (isUnavailable) {
          isUnavailable = false;
          throw new Error('the queue is unavailable');
        }
        queue.push(...jobs);
      },
    });
    await createScreenshot(ctx, { request: { url } });
    await capturesReleased(1);
  });

  test('releases captures again after the queue has lost its jobs', async () => {
    startLoop();
    await createScreenshot(ctx, { request: { url } });
    await capturesReleased(1);
    const [removed] = queue.splice(0);
    await capturesReleased(1);
    expect(queue).toEqual([removed]);
  });

  test('deletes expired idempotency keys, even while the queue is unavailable', async () => {
    const key = { accountId: defaultAccountId, key: 'old' };
    await insertKey(db.orm, {
      ...key,
      fingerprint: '',
      holder: randomUUID(),
      leaseSeconds: 0,
      keptSeconds: 0,
    });
    await createScreenshot(ctx, { request: { url } });
    startLoop({ enqueue: async () => Promise.reject(new Error('the queue is unavailable')) });
    await eventually(async () => (await findKey(db.orm, key)) === undefined, {
      what: 'the key to be deleted',
    });
  });

  test('releases every capture once when several loops run', async () => {
    for (let n = 0; n < 3; n += 1) startLoop();
    const now = new Date().toISOString();
    for (let n = 0; n < 20; n += 1)
      await createSchedule(ctx, {
        name: `${n}`,
        schedule: { type: 'ONCE', firstRunAt: now },
        items: [{ url }],
      });
    await capturesReleased(20);
    expect(new Set(queue.map((job) => job.screenshotId)).size).toBe(20);
    expect(queue).toHaveLength(20);
  });

  test("deletes screenshots older than their schedule's retention", async () => {
    const { items } = await createSchedule(ctx, {
      name: 'one day',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      policy: { retentionDays: 1 },
      items: [{ url }],
    });
    const capturedAt = new Date(Date.now() - 2 * 86_400_000);
    await db.orm.execute(
      `insert into screenshots (account_id, item_id, source, url, full_page, format, response_type, extract_html,
        extract_text, status, captured_at)
      values (${defaultAccountId}, ${items[0]!.id}, 'SCHEDULED_SCREENSHOT', '${url}', false, 'png', 'json', false, false,
        'SUCCESS', '${capturedAt.toISOString()}')`,
    );
    await db.orm.execute(`update schedules set captures_since = '${capturedAt.toISOString()}'`);
    await countFinished(db.orm, [
      { accountId: defaultAccountId, source: 'SCHEDULED_SCREENSHOT', capturedAt },
    ]);
    startLoop();
    const isDeleted = async () => (await db.orm.execute('select 1 from screenshots')).length === 0;
    await eventually(isDeleted, { timeoutMs: 20_000, what: 'the screenshot to be deleted' });
  });

  test('sweeps unreferenced objects and records orphans in the store', async () => {
    const content = { body: Buffer.from('unreferenced object'), contentType: 'image/png' };
    const { sha256 } = await storeObject(ctx.objects, content);
    await db.orm.execute(`update objects set suspect_since = now() - interval '61 minutes'`);
    const orphan = createHash('sha256').update('orphan').digest('hex');
    const [scan] = await db.orm.execute<{ store_id: string }>('select store_id from object_scan');
    await objects.put('shotclock-store', Buffer.from(scan!.store_id), 'text/plain');
    await objects.put(objectKey(orphan), Buffer.from('orphan'), 'image/png');
    startLoop();
    await eventually(async () => !(await objects.exists(objectKey(sha256))), {
      what: 'the object to be swept',
    });
    const rows = () => db.orm.execute<{ sha256: string }>('select sha256 from objects');
    await eventually(async () => (await rows()).map((row) => row.sha256).join() === orphan, {
      what: 'the orphan to be recorded',
    });
    expect(await objects.exists(objectKey(orphan))).toBe(true);
  });

  test('releases captures while the object store does not respond', async () => {
    const listed = Promise.withResolvers<void>();
    objects.list = ({ signal }) => {
      listed.resolve();
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    };
    startLoop();
    await listed.promise;
    await createScreenshot(ctx, { request: { url } });
    await capturesReleased(1);
  });
});
