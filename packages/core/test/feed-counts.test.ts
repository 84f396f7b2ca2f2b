import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  claimScreenshot,
  createSchedule,
  deleteExpired,
  deleteSchedule,
  deleteScreenshot,
  failAttempt,
  listScreenshotActivity,
  recoverLost,
  runSchedule,
  settleSuccess,
  storeCapture,
} from '../src/index.ts';
import { insertFinished, wrongCounts } from './feed-records.ts';
import { hourly, item, openWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await openWorkspace();
});
afterEach(() => workspace.close());

const farAway = new Date('2999-01-01T00:00:00Z');
const total = async () =>
  (
    await listScreenshotActivity(workspace.core, {
      page: 0,
      size: 1,
      sort: { field: 'createdAt', direction: 'desc' },
      from: null,
      to: null,
      source: null,
    })
  ).totalElements;

/** A run of a schedule with this many items, every capture claimed. */
async function claimedRun(items: number, policy: { retentionDays?: number } = {}) {
  const schedule = await createSchedule(
    workspace.core,
    hourly(farAway, { items: Array.from({ length: items }, (_, n) => item(`${n}`)), policy }),
  );
  const execution = await runSchedule(workspace.core, { scheduleId: schedule.id });
  const rows = await workspace.db.orm.execute<{ id: string }>(
    `select id from screenshots where execution_id = ${execution.id}`,
  );
  const claims = await Promise.all(
    rows.map(
      async ({ id }) => (await claimScreenshot(workspace.work, { screenshotId: Number(id), attempt: 1 }))!,
    ),
  );
  return { schedule, execution, claims };
}

type Claim = Awaited<ReturnType<typeof claimedRun>>['claims'][number];
const image = { body: Buffer.from('an image'), contentType: 'image/png' };
async function succeed(claim: Claim) {
  const stored = await storeCapture(workspace.work.objects, {
    image,
    thumbnail: null,
    html: null,
    text: null,
  });
  return settleSuccess(workspace.work, claim, { ...stored, description: null });
}
const giveUp = (claim: Claim) =>
  failAttempt(workspace.work, claim, { code: 'x', description: 'It failed.', retryable: false });

describe('the counts of the feeds', () => {
  it('stay exact, without a deadlock, while captures are settled, recovered and deleted at once', async () => {
    const runs = await Promise.all(Array.from({ length: 6 }, () => claimedRun(25)));
    const old = await insertFinished(
      workspace.db,
      workspace.core.accountId,
      Array.from({ length: 120 }, (_, n) => ({ source: 'MANUAL_SCREENSHOT', at: Date.now() - n * 600_000 })),
    );
    // Of every run, a third is settled, a third fails and a third was lost by its worker with no try left.
    const claims = runs.flatMap((run) => run.claims);
    const lost = claims.filter((_, n) => n % 3 === 2).map((claim) => claim.screenshotId);
    await workspace.db.orm.execute(
      `update screenshots set lease_expires_at = now() - interval '1 second', attempts_left = 1 where id in (${lost.join()})`,
    );
    const settling = claims.map((claim, n) => [succeed, giveUp, succeed][n % 3]!(claim));
    const recovering = Array.from({ length: 4 }, () => recoverLost(workspace.core));
    const deleting = old.map(({ id }) => deleteScreenshot(workspace.core, { screenshotId: id }));
    await Promise.all([...settling, ...recovering, ...deleting]);

    expect(await wrongCounts(workspace.db, 'activity')).toEqual([]);
    expect(await total()).toBe(claims.length);
    const executions = await workspace.db.orm.execute<{ settled: number }>(
      'select successful_items + failed_items as settled from schedule_executions',
    );
    expect(executions.map((row) => row.settled)).toEqual(runs.map(() => 25));
  });
});

describe('retention', () => {
  const dayMs = 86_400_000;

  /** Captures of a new schedule's only item, which finished this many days ago. */
  async function capturesOf(policy: { retentionDays?: number }, days: number[]) {
    const schedule = await createSchedule(workspace.core, hourly(farAway, { items: [item()], policy }));
    const records = await insertFinished(
      workspace.db,
      workspace.core.accountId,
      days.map((ago) => ({ source: 'SCHEDULED_SCREENSHOT', at: Date.now() - ago * dayMs })),
    );
    await workspace.db.orm.execute(
      `update screenshots set item_id = ${schedule.items[0]!.id} where id in (${records.map(({ id }) => id).join()})`,
    );
    return { scheduleId: schedule.id, ids: records.map(({ id }) => id) };
  }

  const kept = async () =>
    (await workspace.db.orm.execute<{ id: string }>('select id from screenshots order by id')).map(({ id }) =>
      Number(id),
    );

  it('ends for finished captures of schedules that have one, deleted schedules included', async () => {
    const short = await capturesOf({ retentionDays: 2 }, [1.9, 2.1, 400]);
    const long = await capturesOf({ retentionDays: 30 }, [2.1, 31]);
    const forever = await capturesOf({}, [400]);
    const deleted = await capturesOf({ retentionDays: 1 }, [0.5, 1.5]);
    await deleteSchedule(workspace.core, { scheduleId: deleted.scheduleId });
    const { claims } = await claimedRun(1, { retentionDays: 1 });

    expect(await deleteExpired(workspace)).toBe(4);
    const remaining = [
      short.ids[0]!,
      long.ids[0]!,
      forever.ids[0]!,
      deleted.ids[0]!,
      claims[0]!.screenshotId,
    ];
    expect(await kept()).toEqual(remaining);
    expect(await wrongCounts(workspace.db, 'activity')).toEqual([]);
    expect(await total()).toBe(4);
    expect(await deleteExpired(workspace)).toBe(0);
  });

  it('is carried out in bounded steps, which several may take at once', async () => {
    await capturesOf(
      { retentionDays: 1 },
      Array.from({ length: 130 }, (_, n) => 2 + n / 10),
    );
    await capturesOf(
      { retentionDays: 1 },
      Array.from({ length: 130 }, (_, n) => 2 + n / 10),
    );
    expect(await deleteExpired(workspace, { batch: 5 })).toBe(100);
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => deleteExpired(workspace, { batch: 5 })));
    const rest = await deleteExpired(workspace);
    expect(atOnce.reduce((sum, deleted) => sum + deleted, rest)).toBe(160);
    expect(await kept()).toEqual([]);
    expect(await wrongCounts(workspace.db, 'activity')).toEqual([]);
    expect(await total()).toBe(0);
  });
});
