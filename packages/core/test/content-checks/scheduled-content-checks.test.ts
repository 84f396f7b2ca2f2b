import { type CreateScheduleBody, defaultComparison } from '@shotclock/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type CoreContext,
  changeItemComparison,
  createSchedule,
  deleteSchedule,
  getExecution,
  getItemComparison,
  getOverview,
  listContentChecks,
  listExecutionScreenshots,
  runSchedule,
  topUpWallet,
  updateItem,
} from '../../src/index.ts';
import { dispatchDue } from '../dispatch-due.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForFile } from '../workspace.fixture.ts';
import { allChecks, type CheckSteps, type Claim, newCheckAccount } from './check-series.fixture.ts';

const workspace = openWorkspaceForFile();
const allScreenshots = { page: 0, size: 200, sort: { field: 'id', direction: 'asc' } } as const;
let ctx: CoreContext;
let steps: CheckSteps;
beforeEach(async () => {
  ({ ctx, steps } = await newCheckAccount(workspace));
});

describe('a schedule that detects changes', () => {
  const detecting = (paths: string[], more: Partial<CreateScheduleBody> = {}) =>
    createSchedule(
      ctx,
      hourly(inAnHour(), {
        items: paths.map(item),
        policy: { detectChanges: true, comparison: { threshold: 0.25 } },
        ...more,
      }),
    );
  const reasons = async () => [
    ...(await workspace.db.orm.execute<{ outcome_reason: string | null }>(
      `select outcome_reason from schedule_executions where account_id = ${ctx.accountId} order by id`,
    )),
  ];
  const checksOf = async (scheduleId: number) =>
    (await listContentChecks(ctx, { ...allChecks, scheduleId })).content;

  test("compares each capture with the item's previous capture", async () => {
    const schedule = await detecting(['a', 'b']);
    for (let run = 0; run < 2; run += 1) {
      await runSchedule(ctx, { scheduleId: schedule.id });
      for (const claim of (await steps.claimAll()) as Claim[])
        await (await steps.compare(claim, `${claim.settings.url} ${run}`))();
    }
    const checks = await checksOf(schedule.id);
    const [a, b] = schedule.items;
    expect(checks.map((check) => [check.scheduleItemId, check.changed, check.comparison.threshold])).toEqual([
      [a!.id, false, 0.25],
      [b!.id, false, 0.25],
      [a!.id, true, 0.25],
      [b!.id, true, 0.25],
    ]);
    expect(checks[2]!.baselineScreenshotId).toBe(checks[0]!.screenshotId);
    expect(checks[3]!.baselineScreenshotId).toBe(checks[1]!.screenshotId);
    expect((await steps.feed()).map((entry) => entry.referenceId)).toEqual(
      checks.map((check) => String(check.id)),
    );
    expect(await steps.balance()).toBe(996);
  });

  test('pays for checks in item order as far as the balance allows, and records how many checks were omitted', async () => {
    const expensive = { ...ctx, contentCheckPrice: 400 };
    const schedule = await detecting(['a', 'b', 'c', 'd']);
    await runSchedule(expensive, { scheduleId: schedule.id });
    expect((await checksOf(schedule.id)).map((check) => check.url)).toEqual([
      'https://example.com/a',
      'https://example.com/b',
    ]);
    expect(await steps.balance()).toBe(200);
    await deleteSchedule(ctx, { scheduleId: schedule.id });
    const one = await detecting(['a'], { schedule: { type: 'ONCE', firstRunAt: new Date().toISOString() } });
    await dispatchDue(expensive);
    expect(await checksOf(one.id)).toEqual([]);
    expect(await steps.count('screenshots')).toBe(5);
    expect(await reasons()).toEqual([
      {
        outcome_reason:
          'No content-change check for 2 items: the balance is too low. Add credits before the next run.',
      },
      {
        outcome_reason:
          'No content-change check for 1 item: the balance is too low. Add credits before the next run.',
      },
    ]);
  });

  test('without credits, the overview, the run and its captures report missing comparisons until a run has comparisons again', async () => {
    const expensive = { ...ctx, contentCheckPrice: 400 };
    const schedule = await detecting(['a', 'b', 'c', 'd']);
    const { id } = await runSchedule(expensive, { scheduleId: schedule.id });
    const unchecked = async () => (await getOverview(ctx)).uncheckedSchedules;
    const inOverview = {
      scheduleId: schedule.id,
      scheduleName: 'hourly',
      executionId: id,
      uncheckedItems: 2,
    };
    expect(await unchecked()).toMatchObject([{ ...inOverview, itemCount: 4 }]);
    const run = await getExecution(ctx, { executionId: id, expand: new Set(['outcome'] as const) });
    expect(run.outcome).toMatchObject({ uncheckedItems: 2, reason: expect.stringContaining('Add credits') });
    const expand = new Set(['capture'] as const);
    const captures = await listExecutionScreenshots(ctx, { ...allScreenshots, executionId: id, expand });
    expect(captures.content.map(({ capture }) => capture!.uncheckedReason)).toEqual([
      null,
      null,
      'INSUFFICIENT_CREDITS',
      'INSUFFICIENT_CREDITS',
    ]);
    await topUpWallet(ctx, { amount: 10_000 });
    expect(await unchecked()).toHaveLength(1);
    await runSchedule(expensive, { scheduleId: schedule.id });
    expect(await unchecked()).toEqual([]);
  });

  test('uses defaults for comparison fields added later, and older checks report their original settings', async () => {
    const schedule = await detecting(['a']);
    const forget = (table: string) =>
      workspace.db.orm.execute(
        `update ${table} set comparison = comparison - 'compare' - 'confirm' where account_id = ${ctx.accountId}`,
      );
    await forget('schedules');
    await runSchedule(ctx, { scheduleId: schedule.id });
    const compared = async () => (await checksOf(schedule.id))[0]!.comparison;
    const asPolicy = { ...defaultComparison, threshold: 0.25 };
    expect(await compared()).toEqual(asPolicy);
    await forget('content_checks');
    expect(await compared()).toEqual({ ...asPolicy, compare: 'always', confirm: false });
  });

  test("compares an item with its own settings, or else with the schedule's", async () => {
    const schedule = await detecting(['a', 'b']);
    const key = { scheduleId: schedule.id, itemId: schedule.items[0]!.id };
    const own = { ignoredRegions: ['0,0,10,10'], threshold: 0.5 };
    const changed = await changeItemComparison(ctx, { ...key, changes: own });
    expect(changed.own).toEqual({
      ...own,
      ignoredSelectors: null,
      regions: null,
      conditions: null,
      compare: null,
      confirm: null,
      recent: null,
    });
    await runSchedule(ctx, { scheduleId: schedule.id });
    const [first, second] = await checksOf(schedule.id);
    expect(first!.comparison).toEqual(changed.comparison);
    expect(second!.comparison).toMatchObject({ threshold: 0.25, ignoredRegions: [] });
    const back = await changeItemComparison(ctx, { ...key, changes: { threshold: null } });
    expect(back.comparison).toEqual({ ...changed.comparison, threshold: 0.25 });
    expect(await getItemComparison(ctx, key)).toEqual(back);
    await updateItem(ctx, { ...key, changes: { width: 600 } });
    expect(await getItemComparison(ctx, key)).toEqual(back);
  });

  test("an item can have conditions of its own, none, or the schedule's", async () => {
    const conditions = { appears: 'sold out' };
    const comparison = { mode: 'text', conditions } as const;
    const schedule = await detecting(['a', 'b', 'c'], { policy: { detectChanges: true, comparison } });
    const owns = [{ appears: 'in stock' }, {}, null];
    for (const [at, own] of owns.entries()) {
      const key = { scheduleId: schedule.id, itemId: schedule.items[at]!.id };
      await changeItemComparison(ctx, { ...key, changes: { conditions: {} } });
      await changeItemComparison(ctx, { ...key, changes: { conditions: own } });
      // Other changes keep the conditions.
      const changed = await changeItemComparison(ctx, { ...key, changes: { threshold: 0.1 } });
      expect(changed.own.conditions).toEqual(own);
      expect(changed.comparison.conditions).toEqual([owns[0], null, conditions][at]);
    }
    await runSchedule(ctx, { scheduleId: schedule.id });
    const checked = (await checksOf(schedule.id)).map((check) => check.comparison.conditions);
    expect(checked).toEqual([owns[0], null, conditions]);
  });

  test('does not create checks when detectChanges is off', async () => {
    const schedule = await detecting(['a'], { policy: { detectChanges: false } });
    await runSchedule(ctx, { scheduleId: schedule.id });
    expect(await steps.count('screenshots')).toBe(1);
    expect(await checksOf(schedule.id)).toEqual([]);
    expect(await reasons()).toEqual([{ outcome_reason: null }]);
  });
});
