import {
  type Advance,
  advanceSchedules,
  clearFailedRuns,
  type DueSchedule,
  databaseNow,
  insertExecutions,
  lockDueSchedules,
  type NewExecution,
  startExecutions,
} from '@shotclock/db';
import { checkNewCaptures } from '../content-checks/check-new-captures.ts';
import type { CoreContext } from '../context.ts';
import { dueRunOf } from './due-run.ts';
import { standingAfter } from './plan.ts';
import { policyOf, timingOf } from './schedule-resource.ts';

const batch = 200;

type DispatchContext = Pick<CoreContext, 'db' | 'captureAttempts' | 'contentCheckPrice'>;

/**
 * Starts the runs that are due: in one transaction the execution, its PENDING screenshots and the schedule's next time, so
 * a scheduled time has one execution however many schedulers race and wherever one is killed. Answers how many schedules
 * it dealt with; more may be due when that is a whole batch.
 */
export async function dispatchDue(ctx: DispatchContext): Promise<{ dispatched: number; more: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const due = await lockDueSchedules(tx, batch);
    if (due.length === 0) return { dispatched: 0, more: false };
    const now = await databaseNow(tx);
    const plans = due.map((schedule) => planRun(schedule, now));
    const executions = await insertExecutions(
      tx,
      plans.map((plan) => plan.execution),
    );
    const started = executions.filter((one) => one.status === 'PROCESSING').map((one) => one.id);
    const running = await startExecutions(tx, started, ctx.captureAttempts);
    const empty = running.filter((one) => one.status === 'COMPLETED');
    await clearFailedRuns(
      tx,
      empty.map((one) => one.scheduleId),
    );
    await advanceSchedules(tx, plans.map(advance));
    await checkNewCaptures(tx, started, ctx.contentCheckPrice);
    return { dispatched: due.length, more: due.length === batch };
  });
}

type RunPlan = { schedule: DueSchedule; run: Date; skipped: boolean; execution: NewExecution };

/** Decides what becomes of a due schedule: one run for the latest time on its grid, or a record of why there is none. */
function planRun(schedule: DueSchedule, now: Date): RunPlan {
  const { due, latest, missed, skipped: late } = dueRunOf(schedule, now);
  const overlaps = schedule.running && schedule.overlap === 'skip';
  const skipped = late || overlaps;
  const reasons =
    missed > 0
      ? [`${missed} earlier ${missed === 1 ? 'run was' : 'runs were'} missed since ${due.toISOString()}.`]
      : [];
  if (late) reasons.unshift('Skipped: the run was missed, and the schedule skips missed runs.');
  else if (overlaps) reasons.unshift('Skipped: the run before it was still going on.');
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

function advance({ schedule, run, skipped }: RunPlan): Advance {
  const runs = schedule.runs + (skipped ? 0 : 1);
  const plan = { id: schedule.id, timing: timingOf(schedule), policy: policyOf(schedule), runs };
  return { id: schedule.id, ...standingAfter(plan, run), started: !skipped };
}
