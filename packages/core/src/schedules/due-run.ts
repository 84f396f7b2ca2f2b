import type { ScheduleRow } from '@shotclock/db';
import { jitterMs } from './jitter.ts';
import { clockToleranceMs, dueRuns } from './next-run.ts';
import { policyOf, timingOf } from './schedule-resource.ts';

/** A schedule's run that is due: all times are of its grid, without jitter. */
export type DueRun = {
  due: Date;
  /** The one run that stands for all that are due. */
  latest: Date;
  /** How many runs before `latest` nobody started. */
  missed: number;
  /** `latest` is past its deadline and the policy makes up for nothing. */
  skipped: boolean;
};

/** What is due at `now` of a schedule whose time has come (decisions, section 4). */
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
