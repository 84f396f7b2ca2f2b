import type { ScreenshotSource } from '@shotclock/contracts';
import { describe, expect, test } from 'vitest';
import {
  createRetention,
  createSchedule,
  createScreenshot,
  deleteSchedule,
  getExecution,
  listExecutionScreenshots,
  listScreenshotActivity,
  runSchedule,
} from '../src/index.ts';
import { insertFinished, wrongCounts } from './feed-records.fixture.ts';
import { claimAll, settleAs } from './worker-steps.fixture.ts';
import { hourly, item, newAccount, openWorkspaceForEachTest } from './workspace.fixture.ts';

const workspace = openWorkspaceForEachTest();

const farAway = new Date('2999-01-01T00:00:00Z');
const dayMs = 86_400_000;

/** Inserts captures that finished the given numbers of days ago. */
async function finished(source: ScreenshotSource, days: number[], core = workspace.core): Promise<number[]> {
  const records = days.map((ago) => ({ source, at: Date.now() - ago * dayMs }));
  return (await insertFinished(workspace.db, core.accountId, records)).map(({ id }) => id);
}
const manual = (days: number[], core = workspace.core) => finished('MANUAL_SCREENSHOT', days, core);

/** Inserts captures of a new schedule with one item that finished the given numbers of days ago. */
async function capturesOf(policy: { retentionDays?: number }, days: number[]) {
  const schedule = await createSchedule(workspace.core, hourly(farAway, { items: [item()], policy }));
  const ids = await finished('SCHEDULED_SCREENSHOT', days);
  await workspace.db.orm.execute(
    `update screenshots set item_id = ${schedule.items[0]!.id} where id in (${ids.join()})`,
  );
  return { scheduleId: schedule.id, ids };
}

const kept = async () =>
  (await workspace.db.orm.execute<{ id: string }>('select id from screenshots order by id')).map(({ id }) =>
    Number(id),
  );
async function expectExactCounts(total: number) {
  const { totalElements } = await listScreenshotActivity(workspace.core, {
    page: 0,
    size: 1,
    sort: { field: 'createdAt', direction: 'desc' },
    from: null,
    to: null,
    source: null,
  });
  expect(totalElements).toBe(total);
  expect(await wrongCounts(workspace.db, 'activity')).toEqual([]);
}

describe('retention', () => {
  test("deletes finished captures after the schedule's retentionDays, even if the schedule is deleted", async () => {
    const short = await capturesOf({ retentionDays: 2 }, [1.9, 2.1, 400]);
    const long = await capturesOf({ retentionDays: 30 }, [2.1, 31]);
    const forever = await capturesOf({}, [400]);
    const deleted = await capturesOf({ retentionDays: 1 }, [0.5, 1.5]);
    const manualIds = await manual([400]);
    await deleteSchedule(workspace.core, { scheduleId: deleted.scheduleId });

    const retention = createRetention(workspace);
    expect(await retention()).toBe(4);
    expect(await kept()).toEqual([
      short.ids[0]!,
      long.ids[0]!,
      forever.ids[0]!,
      deleted.ids[0]!,
      manualIds[0]!,
    ]);
    await expectExactCounts(5);
    expect(await retention()).toBe(0);
  });

  test("uses the default for captures without a schedule value, and the schedule's value otherwise", async () => {
    const long = await capturesOf({ retentionDays: 30 }, [29, 31]);
    const short = await capturesOf({ retentionDays: 1 }, [0.5, 2]);
    const withoutValue = await capturesOf({}, [6.9, 7.1]);
    const manualIds = await manual([6.9, 7.1]);
    const ofOtherAccount = await manual([6.9, 7.1], await newAccount(workspace));

    expect(await createRetention(workspace, { defaultDays: 7 })()).toBe(5);
    expect(await kept()).toEqual([
      long.ids[0],
      short.ids[0],
      withoutValue.ids[0],
      manualIds[0],
      ofOtherAccount[0],
    ]);
    await expectExactCounts(4);
  });

  test('keeps unfinished captures, however old', async () => {
    await createScreenshot(workspace.core, { request: item() });
    const schedule = await createSchedule(
      workspace.core,
      hourly(farAway, { items: [item()], policy: { retentionDays: 1 } }),
    );
    await runSchedule(workspace.core, { scheduleId: schedule.id });
    await workspace.db.orm.execute(`update screenshots set created_at = now() - interval '9 days'`);
    expect(await createRetention(workspace, { defaultDays: 1 })()).toBe(0);
    expect(await kept()).toHaveLength(2);
  });

  test('keeps the counters of executions', async () => {
    const { core, db } = workspace;
    const schedule = await createSchedule(core, hourly(farAway, { items: [item('a'), item('b')] }));
    const { id: executionId } = await runSchedule(core, { scheduleId: schedule.id });
    const [one, other] = await claimAll(workspace);
    await settleAs(workspace, one!, 'succeeds');
    await settleAs(workspace, other!, 'fails');
    const before = await getExecution(core, { executionId });
    await db.orm.execute(`update screenshots set captured_at = captured_at - interval '2 days'`);
    await db.orm.execute(`update activity_count_changes set day = day - 2`);

    expect(await createRetention(workspace, { defaultDays: 1 })()).toBe(2);
    expect(await getExecution(core, { executionId })).toEqual(before);
    expect(before).toMatchObject({ totalItems: 2, successfulItems: 1, failedItems: 1 });
    const list = { page: 0, size: 20, sort: { field: 'id', direction: 'asc' } } as const;
    expect(await listExecutionScreenshots(core, { ...list, executionId })).toMatchObject({
      content: [],
      totalElements: 0,
    });
    await expectExactCounts(0);
  });

  test('deletes in bounded batches that can run concurrently', async () => {
    const days = Array.from({ length: 130 }, (_, n) => 2 + n / 10);
    await capturesOf({ retentionDays: 1 }, days);
    await capturesOf({ retentionDays: 1 }, days);
    expect(await createRetention(workspace, { batch: 5, startAt: 0 })()).toBe(100);
    const concurrent = await Promise.all(
      Array.from({ length: 4 }, () => createRetention(workspace, { batch: 5 })()),
    );
    const rest = await createRetention(workspace)();
    expect(concurrent.reduce((sum, deleted) => sum + deleted, rest)).toBe(160);
    expect(await kept()).toEqual([]);
    await expectExactCounts(0);
  });

  test('reaches every item from any start and with any range', async () => {
    const deletions: number[][] = [];
    for (const startAt of [0, 0.5, 1]) {
      for (let n = 0; n < 30; n += 1) await capturesOf({ retentionDays: 1 }, [2]);
      const retention = createRetention(workspace, { range: 1, batch: 3, startAt });
      const calls: number[] = [];
      while ((await kept()).length > 0) calls.push(await retention());
      deletions.push(calls);
    }
    expect(deletions.map((calls) => calls.reduce((a, b) => a + b))).toEqual([30, 30, 30]);
    expect(deletions.map((calls) => Math.max(...calls))).toEqual([20, 20, 20]);
  });

  test('stops between two batches when its signal aborts', async () => {
    await manual(Array.from({ length: 10 }, () => 3));
    const stop = new AbortController();
    stop.abort();
    const retention = createRetention(workspace, { defaultDays: 1 });
    expect(await retention(stop.signal)).toBe(0);
    expect(await retention()).toBe(10);
  });
});
