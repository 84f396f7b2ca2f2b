import { databaseNow, type ExecutionRow, insertExecutions, type NewExecution } from '@shotclock/db';
import {
  type Advance,
  advanceSchedules,
  clearFailedRuns,
  countItemsOfAny,
  type DueSchedule,
  lockDueSchedules,
  startExecutionsOfAny,
  waitsOfActiveRuns,
} from '@shotclock/db/all-accounts';
import type { UsageLimits } from '../admission/new-captures.ts';
import { createScheduledChecks } from '../content-checks/create-scheduled-checks.ts';
import type { CoreContext } from '../context.ts';
import { dueRunOf } from './due-run.ts';
import { readAllowance } from './run-allowance.ts';
import { policyOf, timingOf } from './schedule-resource.ts';
import { stateAfterRun } from './schedule-state.ts';

const batch = 200;
/** Maximum number of items in one transaction, which limits its duration. A single schedule may have more. */
const maxItems = 5_000;
/** Shorter waits, in seconds, are no reason why a run is late. */
const minReportedWait = 5;

type DispatchContext = Pick<CoreContext, 'db' | 'captureAttempts' | 'contentCheckPrice'> & {
  limits: UsageLimits;
};

export type Dispatched = {
  /** Number of schedules. */
  dispatched: number;
  /** Whether more runs may be due. */
  more: boolean;
  /** For each execution that started, the milliseconds from its scheduled time. */
  lagsMs: number[];
};

/**
 * Dispatches due runs. One transaction creates the executions with their PENDING screenshots and sets the next run of the
 * schedules, so each scheduled time has exactly one execution, even if schedulers race or die.
 */
export async function dispatchDue(ctx: DispatchContext): Promise<Dispatched> {
  const { due, ...dispatched } = await dispatchBatch(ctx);
  for (const { accountId } of due) ctx.db.changed(accountId);
  return dispatched;
}

function dispatchBatch(ctx: DispatchContext): Promise<Dispatched & { due: DueSchedule[] }> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockDueSchedules(tx, batch);
    if (locked.length === 0) return { due: [], dispatched: 0, more: false, lagsMs: [] };
    const items = await countItemsOfAny(
      tx,
      locked.map(({ id }) => id),
    );
    const due = firstWithItems(locked, items, maxItems);
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
    const started = executions.filter((one) => one.status === 'PROCESSING').map((one) => one.id);
    const running = await startExecutionsOfAny(tx, started, { attempts: ctx.captureAttempts });
    const empty = running.filter((one) => one.status === 'COMPLETED');
    await clearFailedRuns(
      tx,
      empty.map((one) => one.scheduleId),
    );
    await advanceSchedules(tx, plans.map(advance));
    const detecting = new Set(due.filter((one) => one.detectChanges).map(({ id }) => id));
    const checked = running.filter(
      ({ status, scheduleId }) => status === 'PROCESSING' && detecting.has(scheduleId),
    );
    for (const key of byAccount(checked)) await createScheduledChecks(tx, key, ctx.contentCheckPrice);
    const lagsMs = plans.filter(({ skipped }) => !skipped).map(({ run }) => now.getTime() - run.getTime());
    const more = locked.length === batch || due.length < locked.length;
    return { due, dispatched: due.length, more, lagsMs };
  });
}

/** The IDs of executions by their accounts, in the order of the accounts. */
function byAccount(executions: ExecutionRow[]): { accountId: number; executionIds: number[] }[] {
  const groups = Map.groupBy(executions, ({ accountId }) => accountId);
  return [...groups.keys()]
    .sort((a, b) => a - b)
    .map((accountId) => ({ accountId, executionIds: groups.get(accountId)!.map(({ id }) => id) }));
}

/** The first schedules that have at most `items` items together, at least one. */
function firstWithItems(schedules: DueSchedule[], counts: Map<number, number>, items: number): DueSchedule[] {
  let sum = 0;
  const tooMany = schedules.findIndex(({ id }, index) => {
    sum += counts.get(id) ?? 0;
    return index > 0 && sum > items;
  });
  return tooMany < 0 ? schedules : schedules.slice(0, tooMany);
}

type RunPlan = { schedule: DueSchedule; run: Date; skipped: boolean; execution: NewExecution };

const isOverlapping = ({ running, overlap }: DueSchedule): boolean => running && overlap === 'skip';

/**
 * Plans one run at the latest due time of the grid, or a skipped run with its reason.
 * @param waited seconds for which captures of the active run waited for a free worker
 * @param start counts the run against the limits of its account. Returns why it cannot start, otherwise null
 */
function planRun(
  schedule: DueSchedule,
  now: Date,
  { waited, start }: { waited: number; start: () => string | null },
): RunPlan {
  const { due, latest, missed, skipped: late } = dueRunOf(schedule, now);
  const overlaps = isOverlapping(schedule);
  const refusal = late || overlaps ? null : start();
  const skipped = late || overlaps || refusal !== null;
  const reasons =
    missed > 0
      ? [`${missed} earlier ${missed === 1 ? 'run was' : 'runs were'} missed since ${due.toISOString()}.`]
      : [];
  if (late) reasons.unshift('Skipped: the run was missed, and the policy skips missed runs.');
  else if (overlaps) reasons.unshift(overlapReason(waited));
  else if (refusal !== null) reasons.unshift(refusal);
  return {
    schedule,
    run: latest,
    skipped,
    execution: {
      accountId: schedule.accountId,
      scheduleId: schedule.id,
      scheduledFor: latest,
      trigger: 'SCHEDULE',
      status: skipped ? 'FAILED' : 'PROCESSING',
      completedAt: skipped ? now : null,
      outcomeReason: reasons.length > 0 ? reasons.join(' ') : null,
    },
  };
}

/** A run that waited for a free worker is late because of this installation and not because of its pages. */
function overlapReason(waited: number): string {
  const reason = 'Skipped: the previous run was still active.';
  const seconds = Math.floor(waited);
  return seconds < minReportedWait ? reason : `${reason} Its captures waited ${seconds} s for a free worker.`;
}

function advance({ schedule, run, skipped }: RunPlan): Advance {
  const runs = schedule.runs + (skipped ? 0 : 1);
  const plan = { id: schedule.id, timing: timingOf(schedule), policy: policyOf(schedule), runs };
  return { id: schedule.id, ...stateAfterRun(plan, run), started: !skipped };
}
