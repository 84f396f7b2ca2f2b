import type { NewExecution } from '@shotclock/db';
import type { Advance, DueSchedule } from '@shotclock/db/all-accounts';
import { dueRunOf } from '../due-run.ts';
import { policyOf, timingOf } from '../schedule-resource.ts';
import { stateAfterRun } from '../schedule-state.ts';

/** Shorter waits, in seconds, do not explain a late run. */
const minReportedWait = 5;

/** A schedule's due run, as it will be recorded. `skipped`: the run does not start. */
export type RunPlan = { schedule: DueSchedule; run: Date; skipped: boolean; execution: NewExecution };

export const isOverlapping = ({ running, overlap }: DueSchedule): boolean => running && overlap === 'skip';

/**
 * Plans one run at the latest due time on the grid, or a skipped run with the reason for skipping it.
 * @param waited seconds that the active run's captures waited to start
 * @param start counts the run toward its account's limits. Returns the reason why the run cannot start, or null if it can
 */
export function planRun(
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
      missedRuns: missed + (skipped ? 1 : 0),
      outcomeReason: reasons.length > 0 ? reasons.join(' ') : null,
    },
  };
}

/**
 * The reason for skipping a run while the previous one is active. If captures had to wait, the cause is the installation
 * rather than the pages: too few workers, or an outage of the queue or the object store. The captures do not reveal which
 * of these it is.
 */
function overlapReason(waited: number): string {
  const reason = 'Skipped: the previous run was still active.';
  const seconds = Math.floor(waited);
  return seconds < minReportedWait ? reason : `${reason} Its captures waited ${seconds} s to start.`;
}

/** @param started whether the run started */
export function advance({ schedule, run }: RunPlan, started: boolean): Advance {
  const runs = schedule.runs + (started ? 1 : 0);
  const plan = { id: schedule.id, timing: timingOf(schedule), policy: policyOf(schedule), runs };
  return { id: schedule.id, ...stateAfterRun(plan, run), started };
}
