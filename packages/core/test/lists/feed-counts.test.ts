import { listFinishedScreenshots } from '@shotclock/db';
import { sampleFeedCount } from '@shotclock/db/all-accounts';
import { describe, expect, test } from 'vitest';
import { settle, successOf } from '../../src/captures/settle.ts';
import {
  claimScreenshot,
  createSchedule,
  deleteScreenshot,
  foldFeedCounts,
  listScreenshotActivity,
  recoverLost,
  runSchedule,
} from '../../src/index.ts';
import { settleAs, storePicture } from '../worker-steps.fixture.ts';
import { hourly, item, openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { insertFinished, uncountedFacts, wholeFeed, wrongCounts } from './feed-records.fixture.ts';

const workspace = openWorkspaceForEachTest();

const farAway = new Date('2999-01-01T00:00:00Z');
const total = async () => (await listScreenshotActivity(workspace.core, wholeFeed)).totalElements;

/** The total that the feed reports and the number of committed records, in one snapshot. */
const totalAndRecords = () =>
  workspace.db.snapshot(async (tx) => {
    const { total } = await listFinishedScreenshots(tx, workspace.core, wholeFeed);
    const [row] = await tx.execute<{ n: string }>(
      'select count(*) as n from screenshots where captured_at is not null',
    );
    return [total, Number(row!.n)];
  });

/** Counts all facts. Other transactions on the server may delay the counting of some facts. */
const allCounted = () =>
  expect
    .poll(
      async () => {
        await foldFeedCounts(workspace);
        return (await workspace.db.orm.execute(uncountedFacts)).length;
      },
      { timeout: 100_000 },
    )
    .toBe(0);

/** Starts a run with this many items and claims all its captures. */
async function claimedRun(items: number) {
  const schedule = await createSchedule(
    workspace.core,
    hourly(farAway, { items: Array.from({ length: items }, (_, n) => item(`${n}`)) }),
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

describe('feed counts', { timeout: 150_000 }, () => {
  test('remain exact, without deadlocks, while captures are settled, recovered, deleted, folded and read concurrently', async () => {
    const runs = await Promise.all(Array.from({ length: 6 }, () => claimedRun(25)));
    const old = await insertFinished(
      workspace.db,
      workspace.core.accountId,
      Array.from({ length: 120 }, (_, n) => ({ source: 'MANUAL_SCREENSHOT', at: Date.now() - n * 600_000 })),
    );
    // In each run, a third of the captures succeed, a third fail, and a third lose their worker during the last attempt.
    const claims = runs.flatMap((run) => run.claims);
    const lost = claims.filter((_, n) => n % 3 === 2).map((claim) => claim.screenshotId);
    await workspace.db.orm.execute(
      `update captures set lease_expires_at = now() - interval '1 second', attempts_left = 1, lost_workers = 1 where screenshot_id in (${lost.join()})`,
    );
    const settling = claims.map((claim, n) => settleAs(workspace, claim, n % 3 === 1 ? 'fails' : 'succeeds'));
    const recovering = Array.from({ length: 4 }, () => recoverLost(workspace.core));
    const deleting = old.map(({ id }) => deleteScreenshot(workspace.core, { screenshotId: id }));
    let isChanging = true;
    const folded: number[] = [];
    const fold = async () => {
      while (isChanging) folded.push(await foldFeedCounts(workspace, { batch: 10 }));
    };
    const reads: number[][] = [];
    const read = async () => {
      while (isChanging) reads.push(await totalAndRecords());
    };
    const others = [fold(), fold(), read()];
    await Promise.all([...settling, ...recovering, ...deleting]).finally(() => {
      isChanging = false;
    });
    await Promise.all(others);

    expect(reads.filter(([total, records]) => total !== records)).toEqual([]);
    expect(new Set(reads.map(([total]) => total)).size).toBeGreaterThan(2);
    expect(folded.filter((count) => count > 0).length).toBeGreaterThan(0);
    expect(await wrongCounts(workspace.db, 'activity')).toEqual([]);
    await allCounted();
    for (const list of ['activity', 'screenshots', 'executions'] as const)
      expect(await wrongCounts(workspace.db, list)).toEqual([]);
    const totals = await workspace.db.orm.execute<{ total: number }>('select total from execution_totals');
    expect(totals.map(({ total }) => total)).toEqual(runs.map(() => 1));
    expect(await total()).toBe(claims.length);
    const executions = await workspace.db.orm.execute<{ settled: number }>(
      'select successful_items + failed_items as settled from schedule_executions',
    );
    expect(executions.map((row) => row.settled)).toEqual(runs.map(() => 25));
  });

  test('are checked against a sample of the records', async () => {
    const { db, core } = workspace;
    expect(await db.snapshot(sampleFeedCount)).toBeNull();
    const at = Date.parse('2026-03-01T12:05:00Z');
    const three = Array.from({ length: 3 }, () => ({ source: 'MANUAL_SCREENSHOT', at }) as const);
    const [first] = await insertFinished(db, core.accountId, three);
    await insertFinished(db, core.accountId, [{ source: 'SCHEDULED_SCREENSHOT', at: at - 86_400_000 }]);
    await db.orm.execute(`update screenshots set captured_at = null where source = 'SCHEDULED_SCREENSHOT'`);
    expect(await db.snapshot(sampleFeedCount)).toEqual({ counted: 3, recorded: 3 });

    await db.orm.execute(`delete from screenshots where id = ${first!.id}`);
    expect(await db.snapshot(sampleFeedCount)).toEqual({ counted: 3, recorded: 2 });
  });

  test('do not cause a settlement to wait for another settlement of the same account', async () => {
    const [first, second] = (await Promise.all([claimedRun(1), claimedRun(1)])).map(
      ({ claims }) => claims[0]!,
    );
    const stored = { ...(await storePicture(workspace, 'an image')), description: null };
    await workspace.db.transaction(async (tx) => {
      expect(await settle(tx, first!, successOf(stored))).toBeDefined();
      // This would wait if the first settlement held a lock until its commit.
      expect(await settleAs(workspace, second!, 'succeeds')).toBe(true);
      expect(await total()).toBe(1);
    });
    expect(await total()).toBe(2);
  });
});
