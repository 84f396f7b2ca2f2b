// Tests which schedules, items, executions and checks housekeeping deletes, and which it keeps because records refer to them.
import { noCheckFilter } from '@shotclock/db';
import { describe, expect, test } from 'vitest';
import {
  createSchedule,
  deleteExpiredChecks,
  deleteExpiredExecutions,
  deleteItem,
  deleteSchedule,
  deleteScreenshot,
  deleteUnusedItems,
  deleteUnusedSchedules,
  listContentChecks,
  listExecutions,
  removeItemsOfDeleted,
  retryFailed,
  runSchedule,
} from '../../src/index.ts';
import { type Claim, checkSteps } from '../content-checks/check-series.fixture.ts';
import { wrongCounts } from '../lists/feed-records.fixture.ts';
import { claimAll, settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForEachTest } from '../workspace.fixture.ts';

const workspace = openWorkspaceForEachTest();
const deleted = async (result: Promise<{ deleted: number }>) => (await result).deleted;
const items = () => deleted(deleteUnusedItems(workspace, {}));
const schedules = () => deleted(deleteUnusedSchedules(workspace, {}));
const itemsOfDeleted = () => deleted(removeItemsOfDeleted(workspace, {}));
const executions = (days: number | null) => deleted(deleteExpiredExecutions(workspace, { days }));
const checks = (days: number | null) => deleted(deleteExpiredChecks(workspace, { days }));

/** Moves deletions and the completion of runs and checks into the past. */
async function passDays(days: number): Promise<void> {
  for (const [table, column] of [
    ['schedules', 'deleted_at'],
    ['schedule_items', 'removed_at'],
    ['schedule_executions', 'completed_at'],
    ['content_checks', 'completed_at'],
  ])
    await workspace.db.orm.execute(
      `update ${table} set ${column} = ${column} - interval '${24 * days} hours'`,
    );
}

const idsOf = async (table: string) =>
  (await workspace.db.orm.execute<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) =>
    Number(id),
  );

async function deleteAllScreenshots(): Promise<void> {
  for (const screenshotId of await idsOf('screenshots'))
    await deleteScreenshot(workspace.core, { screenshotId });
}

const paged = { page: 0, size: 20, sort: { field: 'createdAt', direction: 'desc' } } as const;
const executionTotal = async (scheduleId: number) =>
  (await listExecutions(workspace.core, { ...paged, scheduleId })).totalElements;
const checkTotal = async () =>
  (await listContentChecks(workspace.core, { ...paged, ...noCheckFilter })).totalElements;

describe('a removed item', () => {
  test('is deleted a day later, together with the items of deleted schedules, which are deleted next', async () => {
    const { core } = workspace;
    const kept = await createSchedule(core, hourly(inAnHour(), { items: [item('a'), item('b')] }));
    const other = await createSchedule(core, hourly(inAnHour(), { items: [item('c'), item('d')] }));
    await deleteItem(core, { scheduleId: kept.id, itemId: kept.items[0]!.id });
    await deleteSchedule(core, { scheduleId: other.id });
    expect(await itemsOfDeleted()).toBe(2);
    expect(await items()).toBe(0);
    await passDays(2);
    expect(await schedules()).toBe(0);
    expect(await items()).toBe(3);
    expect(await schedules()).toBe(1);
    expect(await idsOf('schedules')).toEqual([kept.id]);
    expect(await idsOf('schedule_items')).toEqual([kept.items[1]!.id]);
  });

  test('is kept while a capture, even an unfinished one, refers to it', async () => {
    const { core, db } = workspace;
    const schedule = await createSchedule(core, hourly(inAnHour(), { items: [item('a')] }));
    await runSchedule(core, { scheduleId: schedule.id });
    await deleteSchedule(core, { scheduleId: schedule.id });
    await itemsOfDeleted();
    await passDays(2);
    expect([await items(), await schedules()]).toEqual([0, 0]);
    const [claim] = await claimAll(workspace);
    await settleAs(workspace, claim!, 'succeeds');
    expect(await items()).toBe(0);
    await deleteAllScreenshots();
    expect(await items()).toBe(1);
    expect(await schedules()).toBe(0);
    await passDays(2);
    expect([await executions(1), await schedules()]).toEqual([1, 1]);
    expect(await db.orm.execute('select from execution_totals')).toHaveLength(0);
  });

  test('is kept while locked by another transaction, and is deleted by the next pass', async () => {
    const { core, db } = workspace;
    const { id, items: added } = await createSchedule(core, hourly(inAnHour(), { items: [item('a')] }));
    await deleteItem(core, { scheduleId: id, itemId: added[0]!.id });
    await passDays(2);
    await db.transaction(async (tx) => {
      await tx.execute('select from schedule_items for key share');
      expect(await items()).toBe(0);
    });
    expect(await items()).toBe(1);
  });
});

describe('the retention of records', () => {
  test('deletes runs and checks whose captures are deleted, without affecting totals, series or the ledger', async () => {
    const { core, db } = workspace;
    const steps = checkSteps(workspace);
    const schedule = await createSchedule(
      core,
      hourly(inAnHour(), { items: [item('a'), item('b')], policy: { detectChanges: true } }),
    );
    for (const picture of ['one', 'two']) {
      await runSchedule(core, { scheduleId: schedule.id });
      for (const claim of await claimAll(workspace)) await (await steps.compare(claim as Claim, picture))();
    }
    await passDays(10);
    expect([await executions(9), await checks(9)]).toEqual([0, 0]);
    await deleteAllScreenshots();
    expect([await executions(null), await checks(null)]).toEqual([0, 0]);
    expect([await executions(11), await checks(11)]).toEqual([0, 0]);

    // The last check of each series holds the baseline of the next check.
    expect([await executions(9), await checks(9)]).toEqual([2, 2]);
    expect([await executionTotal(schedule.id), await checkTotal()]).toEqual([0, 2]);
    expect(await wrongCounts(db, 'executions')).toEqual([]);
    expect(await wrongCounts(db, 'checks')).toEqual([]);
    expect(await steps.feed()).toHaveLength(4);
    await runSchedule(core, { scheduleId: schedule.id });
    const [claim] = (await claimAll(workspace)) as Claim[];
    await (await steps.compare(claim!, 'three'))();
    const [newest] = (await listContentChecks(core, { ...paged, ...noCheckFilter })).content.filter(
      ({ status }) => status === 'SUCCESS',
    );
    expect(newest).toMatchObject({ changed: true });
  });

  test('deletes the last check of a series after its item is removed', async () => {
    const { core } = workspace;
    const steps = checkSteps(workspace);
    const { id, items: added } = await createSchedule(
      core,
      hourly(inAnHour(), { items: [item('a')], policy: { detectChanges: true } }),
    );
    await runSchedule(core, { scheduleId: id });
    const [claim] = (await claimAll(workspace)) as Claim[];
    await (await steps.compare(claim!, 'one'))();
    await deleteAllScreenshots();
    await deleteItem(core, { scheduleId: id, itemId: added[0]!.id });
    await passDays(2);
    expect([await items(), await checks(1), await items()]).toEqual([0, 1, 1]);
    expect(await workspace.db.orm.execute('select from objects where suspect_since is null')).toHaveLength(0);
  });

  test('deletes a run after its retries are deleted', async () => {
    const { core } = workspace;
    const { id } = await createSchedule(core, hourly(inAnHour(), { items: [item('a')] }));
    const run = await runSchedule(core, { scheduleId: id });
    for (const claim of await claimAll(workspace)) await settleAs(workspace, claim, 'fails');
    await retryFailed(core, { executionId: run.id });
    await passDays(2);
    for (const claim of await claimAll(workspace)) await settleAs(workspace, claim, 'fails');
    await deleteAllScreenshots();
    expect(await executions(1)).toBe(0);
    await passDays(2);
    expect([await executions(1), await executions(1)]).toEqual([1, 1]);
    expect(await executionTotal(id)).toBe(0);
  });
});
