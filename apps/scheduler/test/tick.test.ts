import { createDispatcher, createSchedule, createScreenshot } from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import type { PrioritizedCaptureJob } from '@shotclock/queue';
import { createLogger, createMetricsRegistry, HealthWarning, type MetricsRegistry } from '@shotclock/runtime';
import { createFilesystemStore } from '@shotclock/storage';
import { createDatabase, eventually, metricValues, requestLimits } from '@shotclock/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkWaitingTime } from '../src/check-waiting-time.ts';
import { collectSchedulerMetrics } from '../src/collect-metrics.ts';
import { createSteps } from '../src/steps.ts';
import { createTick, type TickContext } from '../src/tick.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;
let queue: PrioritizedCaptureJob[];
let registry: MetricsRegistry<'scheduler'>;
beforeEach(async () => {
  database = await createDatabase({ migrate });
  db = openDatabase({ url: database.url, name: 'tick tests' });
  // Simulates that heartbeats were recorded without interruption.
  await db.orm.execute(
    `insert into scheduler_heartbeat (alive_until, leases_expire_from) values ('infinity', '-infinity')`,
  );
  queue = [];
  registry = createMetricsRegistry('scheduler');
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

/** Creates a tick that dispatches one batch per call. */
const newTick = (changes: Partial<TickContext> = {}) => {
  const ctx = {
    db,
    enqueue: async (jobs: PrioritizedCaptureJob[]) => void queue.push(...jobs),
    queued: async () => queue.length,
    window: 10,
    limits: requestLimits(),
    captureAttempts: 3,
    contentCheckPrice: 1,
    metrics: registry.metrics,
    logger: createLogger({ name: 'test', level: 'silent' }),
    ...changes,
  };
  const dispatcher = createDispatcher(ctx, { slowMs: null });
  return createTick(ctx, createSteps(ctx), { dispatchMs: 0, dispatcher });
};
const runTick = () => newTick()();

/** Creates a schedule with one item that was due a second ago. */
async function createDueSchedule(): Promise<number> {
  const ctx = createTestContext(db, createFilesystemStore('unused'));
  const firstRunAt = new Date(Date.now() - 1_000).toISOString();
  const schedule = { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'HOURS', firstRunAt } as const;
  const created = await createSchedule(ctx, {
    name: 'due',
    schedule,
    items: [{ url: 'https://example.com/' }],
  });
  return created.id;
}

const countExecutions = async () => (await db.orm.execute('select from schedule_executions')).length;

test('a tick releases captures before all runs are dispatched', async () => {
  const id = await createDueSchedule();
  const copies = 250;
  await db.orm.execute(`
    insert into schedules (account_id, name, status, type, first_run_at, interval_value, interval_unit, timezone, missed_runs, overlap,
      jitter_seconds, next_run_at)
    select account_id, name, status, type, first_run_at, interval_value, interval_unit, timezone, missed_runs, overlap, jitter_seconds,
      now() from schedules, generate_series(1, ${copies}) where id = ${id}`);

  expect(await runTick()).toBe(0);
  expect(queue).toHaveLength(1);
  expect(await countExecutions()).toBeLessThan(copies);

  const untilNextMs = await runTick();
  expect(await countExecutions()).toBe(copies + 1);
  expect(untilNextMs).toBeGreaterThan(0);
});

describe('a step that fails', () => {
  const failures = async (step: string) =>
    (await metricValues(registry)).get(`shotclock_scheduler_step_failures_total{step="${step}"}`) ?? 0;

  test('a run that cannot be started does not delay other runs, lost captures or manual captures', async () => {
    const ctx = createTestContext(db, createFilesystemStore('unused'));
    const { id: lost } = await createScreenshot(ctx, { request: { url: 'https://example.com/lost' } });
    await runTick();
    const expired = `attempt_token = gen_random_uuid(), lease_expires_at = now() - interval '1 s'`;
    await db.orm.execute(`update captures set ${expired}`);
    const culprit = await createDueSchedule();
    await db.orm.execute(
      `update schedules set timezone = 'Mars/Olympus', interval_unit = 'DAYS' where id = ${culprit}`,
    );
    await createDueSchedule();
    const { id: manual } = await createScreenshot(ctx, { request: { url: 'https://example.com/' } });
    queue = [];

    const tick = newTick();
    await eventually(async () => (await tick()) !== 0, { what: 'all due runs to be dispatched' });
    expect(queue.map((job) => job.screenshotId)).toContain(manual);
    // These are the manual capture, the recovered capture, and the capture of the other schedule.
    expect(queue).toHaveLength(3);
    const [row] = await db.orm.execute(`select attempts_left from captures where screenshot_id = ${lost}`);
    expect(row).toEqual({ attempts_left: 2 });
    expect(await failures('dispatch')).toBeGreaterThan(0);
    expect(await tick()).toBeGreaterThan(0);
  });

  test('neither a capture that cannot be recovered nor an unavailable queue prevents the recovery of other captures', async () => {
    const ctx = createTestContext(db, createFilesystemStore('unused'));
    for (const path of ['fault', 'other'])
      await createScreenshot(ctx, { request: { url: `https://example.com/${path}` } });
    await db.orm.execute(`update captures set attempts_left = 1, lost_workers = 2, attempt_token = gen_random_uuid(), enqueued_at = now(),
      started_at = now(), lease_expires_at = now() - interval '1 s' * (10 - screenshot_id)`);
    await db.orm.execute(`alter table screenshots add check (status = 'PENDING' or url not like '%/fault')`);
    const unavailable = async () => Promise.reject(new Error('the queue is unavailable'));
    const lines: unknown[] = [];
    const logger = createLogger({ name: 'test', level: 'silent' });
    logger.error = (fields: unknown) => lines.push(fields);
    const tick = newTick({ enqueue: unavailable, queued: unavailable, logger });
    await createScreenshot(ctx, { request: { url: 'https://example.com/waiting' } });

    expect(await tick()).toBe(1_000);
    const rows = await db.orm.execute('select status from screenshots order by id');
    expect(rows.map((row) => row.status)).toEqual(['PENDING', 'FAILED', 'PENDING']);
    expect(await failures('recover_captures')).toBe(1);
    expect(await failures('release')).toBe(1);

    await tick();
    expect(await failures('recover_captures')).toBe(2);
    expect(lines).toMatchObject([{ step: 'recover_captures', screenshotId: 1 }, { step: 'release' }]);
  });

  test('captures that cannot be recovered do not prevent the recovery of later ones, regardless of their number', async () => {
    const ctx = createTestContext(db, createFilesystemStore('unused'));
    for (let count = 0; count < 100; count += 1)
      await createScreenshot(ctx, { request: { url: 'https://example.com/fault' } });
    const { id: last } = await createScreenshot(ctx, { request: { url: 'https://example.com/other' } });
    await db.orm.execute(`update captures set attempts_left = 1, lost_workers = 2, attempt_token = gen_random_uuid(), enqueued_at = now(),
      started_at = now(), lease_expires_at = now() - interval '1 s' * (1000 - screenshot_id)`);
    await db.orm.execute(`alter table screenshots add check (status = 'PENDING' or url not like '%/fault')`);
    const tick = newTick();
    await tick();
    await tick();
    const rows = await db.orm.execute(`select id from screenshots where status = 'FAILED'`);
    expect(rows).toEqual([{ id: String(last) }]);
    // The next call retries all captures that could not be recovered.
    await db.orm.execute(`update screenshots set url = 'https://example.com/' where url like '%/fault'`);
    await tick();
    expect(await db.orm.execute(`select from screenshots where status = 'PENDING'`)).toHaveLength(0);
  });

  test('a persistent failure is logged with back-off until the step succeeds', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    const logged: unknown[] = [];
    const logger = createLogger({ name: 'test', level: 'silent' });
    logger.error = ({ screenshotId }: { screenshotId: number }) => logged.push([screenshotId, now / 1_000]);
    const steps = createSteps({ metrics: registry.metrics, logger });
    const failFor = (...ids: number[]) =>
      steps.run('recover_captures', async (report) => {
        for (const screenshotId of ids) report(new Error('failed'), { screenshotId });
        return 'done';
      });
    for (; now <= 480_000; now += 1_000) await failFor(1);
    await failFor(1, 2);
    expect(logged).toEqual([
      [1, 0],
      [1, 60],
      [1, 180],
      [1, 420],
      [2, 481],
    ]);
    await failFor();
    await failFor(1);
    expect(logged.at(-1)).toEqual([1, 481]);
  });

  test('a step that has been failing for a minute fails the health check, and a step that partially fails causes a warning', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    const steps = createSteps({
      metrics: registry.metrics,
      logger: createLogger({ name: 'test', level: 'silent' }),
    });
    const fail = async () => Promise.reject(new Error('failed'));
    await steps.run('dispatch', async (report) => {
      report(new Error('failed'), {});
      return 'done';
    });
    await steps.run('dispatch', async () => 'pending');
    await steps.run('housekeeping', fail, 'retention');
    now = 60_000;
    steps.check();
    now = 61_000;
    expect(steps.check).toThrow(HealthWarning);
    await steps.run('release', fail);
    now = 122_000;
    expect(steps.check).toThrow(/'release' has failed for 61 s/);
    await steps.run('release', async () => 'done');
    await steps.run('housekeeping', async () => 'done', 'retention');
    expect(steps.check).toThrow(HealthWarning);
    await steps.run('dispatch', async () => 'done');
    steps.check();
  });
});

test('a tick returns null if there are no schedules', async () => {
  expect(await runTick()).toBeNull();
});

test('readiness warns while a capture has been waiting too long to start', async () => {
  await createDueSchedule();
  await runTick();
  await checkWaitingTime(db, 900);
  await db.orm.execute(`update captures set release_at = release_at - interval '1000 seconds'`);
  const warning = await checkWaitingTime(db, 900).catch((error: unknown) => error);
  expect(warning).toBeInstanceOf(HealthWarning);
  expect(warning).toMatchObject({ message: expect.stringMatching(/waited \d{4} s to start/) });
});

test('the scheduler reports lag, waiting captures, jobs and lost leases as metrics', async () => {
  await createDueSchedule();
  await runTick();
  await db.orm.execute(`update captures set release_at = now() - interval '1 minute'`);
  collectSchedulerMetrics(registry, { db, queued: async () => queue.length });
  const waiting = await metricValues(registry);
  expect(waiting.get('shotclock_run_lag_seconds_count')).toBe(1);
  expect(waiting.get('shotclock_run_lag_seconds_sum')).toBeGreaterThanOrEqual(1);
  expect(waiting.get('shotclock_captures_waiting{kind="scheduled"}')).toBe(1);
  expect(waiting.get('shotclock_captures_waiting{kind="manual"}')).toBe(0);
  expect(
    waiting.get('shotclock_oldest_waiting_capture_age_seconds{kind="scheduled"}'),
  ).toBeGreaterThanOrEqual(60);
  expect(waiting.get('shotclock_oldest_waiting_capture_age_seconds{kind="manual"}')).toBe(0);
  expect(waiting.get('shotclock_queue_jobs')).toBe(1);

  const expired = `attempt_token = gen_random_uuid(), lease_expires_at = now() - interval '1 s', enqueued_at = now()`;
  await db.orm.execute(`update captures set ${expired}`);
  await runTick();
  const retried = await metricValues(registry);
  expect(retried.get('shotclock_leases_expired_total')).toBe(1);
  expect(retried.get('shotclock_capture_retries_total{code="worker_lost"}')).toBe(1);

  await db.orm.execute(`update captures set ${expired}, attempts_left = 1`);
  await runTick();
  const failed = await metricValues(registry);
  expect(failed.get('shotclock_leases_expired_total')).toBe(2);
  expect(failed.get('shotclock_captures_settled_total{outcome="worker_lost"}')).toBe(1);
});
