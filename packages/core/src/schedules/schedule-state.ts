import type { Policy, Timing } from '@shotclock/contracts';
import { jitterMs } from './timing/jitter.ts';
import { initialRun, nextRun } from './timing/next-run.ts';

/** The status of a schedule and the time of its next run, including jitter. */
export type ScheduleState = { status: 'ACTIVE' | 'COMPLETED'; nextRunAt: Date | null };

/** What determines the state. `runs` is the number of scheduled runs so far. */
type SchedulePlan = { id: number; timing: Timing; policy: Policy; runs: number };

/** The state of a schedule whose timing is set at `now`. */
export const initialState = (plan: SchedulePlan, now: Date) =>
  stateBefore(plan, initialRun(plan.timing, plan.policy, now));

/** The state of a schedule after its run at `run`, a time on the grid. */
export const stateAfterRun = (plan: SchedulePlan, run: Date) =>
  stateBefore(plan, nextRun(plan.timing, plan.policy, run));

/** The state of a paused schedule. Whether a run can follow is determined only when the schedule is resumed. */
export const pausedState: ScheduleState = { status: 'ACTIVE', nextRunAt: null };

function stateBefore({ id, policy, runs }: SchedulePlan, run: Date | null): ScheduleState {
  if (run === null || runs >= (policy.maxRuns ?? Number.POSITIVE_INFINITY))
    return { status: 'COMPLETED', nextRunAt: null };
  return { status: 'ACTIVE', nextRunAt: new Date(run.getTime() + jitterMs(id, policy.jitterSeconds)) };
}
