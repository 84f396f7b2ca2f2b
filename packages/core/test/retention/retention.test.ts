import type { ScreenshotSource } from '@shotclock/contracts';
import { explainStatements, type Statement } from '@shotclock/testing';
import { describe, expect, test } from 'vitest';
import {
  createSchedule,
  createScreenshot,
  deleteExpiredScreenshots,
  deleteSchedule,
  getExecution,
  listExecutionScreenshots,
  listScreenshotActivity,
  runSchedule,
  updateSchedule,
} from '../../src/index.ts';
import { insertFinished, wholeFeed, wrongCounts } from '../lists/feed-records.fixture.ts';
import { claimAll, settleAs } from '../worker-steps.fixture.ts';
import { hourly, item, newAccount, openWorkspace, openWorkspaceForEachTest } from '../workspace.fixture.ts';

const workspace = openWorkspaceForEachTest();

const farAway = new Date('2999-01-01T00:00:00Z');
const dayMs = 86_400_000;

/** Inserts captures that finished the given numbers of days ago. */
async function finished(source: ScreenshotSource, days: number[], core = workspace.core): Promise<number[]> {
  const records = days.map((ago) => ({ source, at: Date.now() - ago * dayMs }));
  return (await insertFinished(workspace.db, core.accountId, records)).map(({ id }) => id);
}
const retention = (options: Partial<Parameters<typeof deleteExpiredScreenshots>[1]> = {}) =>
  deleteExpiredScreenshots(workspace, { defaultDays: null, ...options });
const manual = (days: number[], core = workspace.core) => finished('MANUAL_SCREENSHOT', days, core);

/** Creates a schedule with one item, and inserts captures of it that finished the given numbers of days ago. */
async function capturesOf(policy: { retentionDays?: number }, days: number[]) {
  const schedule = await createSchedule(workspace.core, hourly(farAway, { items: [item()], policy }));
  const ids = await finished('SCHEDULED_SCREENSHOT', days);
  await workspace.db.orm.execute(
    `update screenshots set item_id = ${schedule.items[0]!.id} where id in (${ids.join()})`,
  );
  await workspace.db.orm.execute(
    `update schedules set captures_since = now() - interval '${Math.max(...days) * 24} hours' where id = ${schedule.id}`,
  );
  return { scheduleId: schedule.id, ids };
}

/** Backdates all records by this many days. */
async function passDays(days: number): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - interval '${24 * days} hours'`;
  await workspace.db.orm.execute(
    `update screenshots set ${earlier('created_at')}, ${earlier('captured_at')}`,
  );
  await workspace.db.orm.execute(`update facts set slot = slot - ${144 * days} where counter in (1, 2)`);
  await workspace.db.orm.execute(`update schedules set ${earlier('captures_since')}`);
  await workspace.db.orm.execute(`update accounts set ${earlier('manual_captures_since')}`);
}

const kept = async () =>
  (await workspace.db.orm.execute<{ id: string }>('select id from screenshots order by id')).map(({ id }) =>
    Number(id),
  );
async function expectExactCounts(total: number) {
  const { totalElements } = await listScreenshotActivity(workspace.core, wholeFeed);
  expect(totalElements).toBe(total);
  expect(await wrongCounts(workspace.db, 'activity')).toEqual([]);
}

describe('retention', () => {
  test("deletes other schedules' captures even if one schedule has captures that cannot be deleted", async () => {
    const stuck = await capturesOf({ retentionDays: 1 }, [3]);
    for (let n = 0; n < 3; n += 1) await capturesOf({ retentionDays: 1 }, [2]);
    await manual([2]);
    const { orm } = workspace.db;
    await orm.execute(`create table references_to_captures (id bigint references screenshots (id))`);
    await orm.execute(`insert into references_to_captures values (${stuck.ids[0]})`);
    await expect(retention({ defaultDays: 1 })).rejects.toThrow(
      `captures of schedule ${stuck.scheduleId} cannot be deleted`,
    );
    expect(await kept()).toEqual(stuck.ids);
    await orm.execute('drop table references_to_captures');
    expect(await retention({ defaultDays: 1 })).toBe(1);
  });

  test("deletes finished captures after the schedule's retentionDays, even if the schedule is deleted", async () => {
    const short = await capturesOf({ retentionDays: 2 }, [1.9, 2.1, 400]);
    const long = await capturesOf({ retentionDays: 30 }, [2.1, 31]);
    const forever = await capturesOf({}, [400]);
    const deleted = await capturesOf({ retentionDays: 1 }, [0.5, 1.5]);
    const manualIds = await manual([400]);
    await deleteSchedule(workspace.core, { scheduleId: deleted.scheduleId });

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

  test("uses the schedule's value for its captures, and otherwise the default", async () => {
    const long = await capturesOf({ retentionDays: 30 }, [29, 31]);
    const short = await capturesOf({ retentionDays: 1 }, [0.5, 2]);
    const withoutValue = await capturesOf({}, [6.9, 7.1]);
    const manualIds = await manual([6.9, 7.1]);
    const ofOtherAccount = await manual([6.9, 7.1], await newAccount(workspace));

    expect(await retention({ defaultDays: 7 })).toBe(5);
    expect(await kept()).toEqual([
      long.ids[0],
      short.ids[0],
      withoutValue.ids[0],
      manualIds[0],
      ofOtherAccount[0],
    ]);
    await expectExactCounts(4);
  });

  test('keeps unfinished captures of any age', async () => {
    await createScreenshot(workspace.core, { request: item() });
    const schedule = await createSchedule(
      workspace.core,
      hourly(farAway, { items: [item()], policy: { retentionDays: 1 } }),
    );
    await runSchedule(workspace.core, { scheduleId: schedule.id });
    await passDays(9);
    expect(await retention({ defaultDays: 1 })).toBe(0);
    expect(await kept()).toHaveLength(2);
  });

  test('keeps the counters of executions', async () => {
    const { core } = workspace;
    const schedule = await createSchedule(core, hourly(farAway, { items: [item('a'), item('b')] }));
    const { id: executionId } = await runSchedule(core, { scheduleId: schedule.id });
    const [one, other] = await claimAll(workspace);
    await settleAs(workspace, one!, 'succeeds');
    await settleAs(workspace, other!, 'fails');
    const before = await getExecution(core, { executionId });
    await passDays(2);

    expect(await retention({ defaultDays: 1 })).toBe(2);
    expect(await getExecution(core, { executionId })).toEqual(before);
    expect(before).toMatchObject({ totalItems: 2, successfulItems: 1, failedItems: 1 });
    const list = { page: 0, size: 20, sort: { field: 'id', direction: 'asc' } } as const;
    expect(await listExecutionScreenshots(core, { ...list, executionId })).toMatchObject({
      content: [],
      totalElements: 0,
    });
    await expectExactCounts(0);
  });

  test('applies both longer and shorter retention to existing captures', async () => {
    const { scheduleId, ids } = await capturesOf({ retentionDays: 30 }, [1, 3, 10]);
    expect(await retention()).toBe(0);
    const change = (retentionDays: number) =>
      updateSchedule(workspace.core, { scheduleId, changes: { policy: { retentionDays } } });
    await change(5);
    expect(await retention()).toBe(1);
    await change(60);
    expect(await retention()).toBe(0);
    await change(2);
    expect(await retention()).toBe(1);
    expect(await kept()).toEqual([ids[0]!]);
  });

  test('deletes each capture when it expires, even if its schedule was checked before that', async () => {
    const { ids } = await capturesOf({ retentionDays: 10 }, [9.5, 8.5, 7.5, 1.5]);
    const manualIds = await manual([9.5, 1.5]);
    for (const left of [4, 3, 2, 1]) {
      await retention({ defaultDays: 10 });
      expect(await kept()).toEqual([...ids.slice(-left), ...manualIds.slice(left === 4 ? 0 : 1)]);
      await passDays(1);
    }
    await passDays(6);
    expect(await retention({ defaultDays: 10 })).toBe(2);
    await expectExactCounts(0);
  });

  test('deletes in batches, and several processes share the work', async () => {
    const days = Array.from({ length: 130 }, (_, n) => 2 + n / 10);
    await capturesOf({ retentionDays: 1 }, days);
    await capturesOf({ retentionDays: 1 }, days);
    const concurrent = await Promise.all(Array.from({ length: 4 }, () => retention({ batch: 5 })));
    const rest = await retention();
    expect(concurrent.reduce((sum, deleted) => sum + deleted, rest)).toBe(260);
    expect(await kept()).toEqual([]);
    await expectExactCounts(0);
  });

  test('deletes captures of other owners while another transaction holds the oldest ones', async () => {
    const held = await capturesOf({ retentionDays: 1 }, [5, 4]);
    const free = await capturesOf({ retentionDays: 1 }, [3, 2]);
    const manualIds = await manual([3]);
    await workspace.db.transaction(async (tx) => {
      await tx.execute(`select id from screenshots where id in (${held.ids.join()}) for update`);
      expect(await retention({ defaultDays: 1, batch: 1 })).toBe(free.ids.length + manualIds.length);
    });
    expect(await retention({ defaultDays: 1 })).toBe(held.ids.length);
  });

  test('uses indexes to find schedules and accounts with expired captures', async () => {
    const statements: Statement[] = [];
    const observed = await openWorkspace((text, parameters) => statements.push({ text, parameters }));
    try {
      const { orm } = observed.db;
      await createSchedule(observed.core, hourly(farAway));
      const copied = 'account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds';
      await orm.execute(`
        insert into schedules (${copied}, retention_days)
        select ${copied}, 1 + n % 50 from schedules, generate_series(1, 20000) n`);
      await orm.execute(`insert into accounts (name) select 'Account' from generate_series(1, 20000)`);
      await orm.execute('analyze');
      // The migration cannot determine the oldest captures of existing accounts. The first call therefore records their
      // times.
      await deleteExpiredScreenshots(observed, { defaultDays: 1 });
      statements.length = 0;
      expect(await deleteExpiredScreenshots(observed, { defaultDays: 1 })).toBe(0);
      expect(statements).toHaveLength(2);
      const plans = await explainStatements(observed.databaseUrl, statements);
      expect(JSON.stringify(plans)).toContain('_retention');
      expect(JSON.stringify(plans)).not.toContain('Seq Scan');
    } finally {
      await observed.close();
    }
  });

  test('stops between batches when its signal aborts', async () => {
    await manual(Array.from({ length: 10 }, () => 3));
    const stop = new AbortController();
    stop.abort();
    expect(await retention({ defaultDays: 1, signal: stop.signal })).toBe(0);
    expect(await retention({ defaultDays: 1 })).toBe(10);
  });
});
