import type { ScheduleRow } from '@shotclock/db';
import { policyOf, timingOf } from './schedule-resource.ts';
import { jitterMs } from './timing/jitter.ts';
import { clockToleranceMs, dueRuns } from './timing/next-run.ts';

/** A schedule's due run. All times are on the schedule's grid, without jitter. */
export type DueRun = {
  due: Date;
  /** The latest due time; one run at this time replaces all due runs. */
  latest: Date;
  /** The number of runs before `latest` that were not started. */
  missed: number;
  /** `latest` is past its starting deadline, and the policy skips missed runs. */
  skipped: boolean;
};

/** The run that is due at `now`. */
export function dueRunOf(schedule: ScheduleRow & { nextRunAt: Date }, now: Date): DueRun {
  const policy = policyOf(schedule);
  const jitter = jitterMs(schedule.id, policy.jitterSeconds);
  const due = new Date(schedule.nextRunAt.getTime() - jitter);
  const { latest, missed } = dueRuns(timingOf(schedule), policy, due, new Date(now.getTime() - jitter));
  const deadlineMs =
    policy.startingDeadlineSeconds === null ? clockToleranceMs : policy.startingDeadlineSeconds * 1_000;
  const late = now.getTime() - jitter - latest.getTime() > deadlineMs;
  return { due, latest, missed, skipped: late && policy.missedRuns === 'skip' };
}
