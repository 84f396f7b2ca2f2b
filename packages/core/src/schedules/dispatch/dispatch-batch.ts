import { databaseNow, type ExecutionRow, insertExecutions } from '@shotclock/db';
import {
  advanceSchedules,
  clearFailedRuns,
  countItemsOfAny,
  type DueSchedule,
  type DueSelection,
  lockDueSchedules,
  startExecutionsOfAny,
  waitsOfActiveRuns,
} from '@shotclock/db/all-accounts';
import type { Tracer } from '@shotclock/runtime';
import type { UsageLimits } from '../../admission/new-captures.ts';
import { createScheduledChecks } from '../../content-checks/create-scheduled-checks.ts';
import type { CoreContext } from '../../context.ts';
import { extendForItems, itemsOfTransaction } from '../../transaction/extend-for-items.ts';
import { createDispatchSpans, type DispatchSpans } from './dispatch-spans.ts';
import { readAllowance } from './run-allowance.ts';
import { advance, isOverlapping, planRun } from './run-plan.ts';

export type DispatchContext = Pick<CoreContext, 'db' | 'captureAttempts' | 'contentCheckPrice'> & {
  limits: UsageLimits;
  /** Null or absent if traces are off. */
  tracer?: Tracer | null;
};

export type DispatchedBatch = {
  due: DueSchedule[];
  /** Whether more of the selected schedules may be due. */
  more: boolean;
  /** The time from each started execution's scheduled time to its start, in milliseconds. */
  lagsMs: number[];
};

/**
 * Dispatches due schedules in one transaction, which creates the executions with their PENDING screenshots and sets the
 * schedules' next runs, so that each scheduled time has exactly one execution even if schedulers race or die.
 * @param onChosen receives the schedules of the batch before their runs are planned
 */
export async function dispatchBatch(
  ctx: DispatchContext,
  selection: DueSelection,
  onChosen: (due: DueSchedule[]) => void,
): Promise<DispatchedBatch> {
  const spans = createDispatchSpans(ctx.tracer);
  try {
    const dispatched = await dispatchInTransaction(ctx, selection, onChosen, spans);
    spans.end();
    return dispatched;
  } catch (error) {
    spans.end(error);
    throw error;
  }
}

function dispatchInTransaction(
  ctx: DispatchContext,
  selection: DueSelection,
  onChosen: (due: DueSchedule[]) => void,
  spans: DispatchSpans,
): Promise<DispatchedBatch> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockDueSchedules(tx, selection);
    if (locked.length === 0) return { due: [], more: false, lagsMs: [] };
    const items = await countItemsOfAny(
      tx,
      locked.map(({ id }) => id),
    );
    // A single schedule may exceed this number of items.
    const due = firstWithItems(locked, items, itemsOfTransaction);
    onChosen(due);
    await extendForItems(tx, items.get(due[0]!.id) ?? 0);
    const now = await databaseNow(tx);
    const overlapping = due.filter(isOverlapping).map(({ id }) => id);
    const waits = await waitsOfActiveRuns(tx, overlapping);
    const allowance = await readAllowance(tx, due, ctx.limits);
    const plans = due.map((schedule) =>
      planRun(schedule, now, {
        waited: waits.get(schedule.id) ?? 0,
        start: () => allowance.take(schedule.accountId, items.get(schedule.id) ?? 0),
      }),
    );
    const executions = await insertExecutions(
      tx,
      plans.map((plan) => plan.execution),
    );
    const started = executions.filter((one) => one.status === 'PROCESSING');
    const running = await startExecutionsOfAny(
      tx,
      started.map(({ id }) => id),
      { attempts: ctx.captureAttempts, traceParents: spans.start(started) },
    );
    const empty = running.filter((one) => one.status === 'COMPLETED');
    await clearFailedRuns(
      tx,
      empty.map((one) => one.scheduleId),
    );
    // If a scheduled time already has an execution, for example after a timing change, it does not get another one.
    const startedIds = new Set(started.map(({ scheduleId }) => scheduleId));
    await advanceSchedules(
      tx,
      plans.map((plan) => advance(plan, startedIds.has(plan.schedule.id))),
    );
    const detecting = new Set(due.filter((one) => one.detectChanges).map(({ id }) => id));
    const checked = running.filter(
      ({ status, scheduleId }) => status === 'PROCESSING' && detecting.has(scheduleId),
    );
    for (const key of byAccount(checked)) await createScheduledChecks(tx, key, ctx.contentCheckPrice);
    const lagsMs = plans
      .filter(({ schedule }) => startedIds.has(schedule.id))
      .map(({ run }) => now.getTime() - run.getTime());
    return { due, more: locked.length === selection.limit || due.length < locked.length, lagsMs };
  });
}

/** The IDs of executions by account, in account order. */
function byAccount(executions: ExecutionRow[]): { accountId: number; executionIds: number[] }[] {
  const groups = Map.groupBy(executions, ({ accountId }) => accountId);
  return [...groups.keys()]
    .sort((a, b) => a - b)
    .map((accountId) => ({ accountId, executionIds: groups.get(accountId)!.map(({ id }) => id) }));
}

/** The first schedules that together have at most `items` items, but at least one schedule. */
function firstWithItems(schedules: DueSchedule[], counts: Map<number, number>, items: number): DueSchedule[] {
  let sum = 0;
  const tooMany = schedules.findIndex(({ id }, index) => {
    sum += counts.get(id) ?? 0;
    return index > 0 && sum > items;
  });
  return tooMany < 0 ? schedules : schedules.slice(0, tooMany);
}
