import type { Policy, Timing } from '@shotclock/contracts';
import { jitterMs } from './jitter.ts';
import { initialRun, nextRun } from './next-run.ts';

/** Where a schedule stands in time: its status and the next run, jitter included. */
export type Standing = { status: 'ACTIVE' | 'COMPLETED'; nextRunAt: Date | null };

type Plan = { id: number; timing: Timing; policy: Policy; runs: number };

const standing = (plan: Plan, run: Date | null): Standing =>
  run === null || plan.runs >= (plan.policy.maxRuns ?? Number.POSITIVE_INFINITY)
    ? { status: 'COMPLETED', nextRunAt: null }
    : { status: 'ACTIVE', nextRunAt: new Date(run.getTime() + jitterMs(plan.id, plan.policy.jitterSeconds)) };

/** The standing of a plan that is set at `now`. */
export const standingWhenSet = (plan: Plan, now: Date) =>
  standing(plan, initialRun(plan.timing, plan.policy, now));

/** The standing after the run of the grid at `run`. */
export const standingAfter = (plan: Plan, run: Date) =>
  standing(plan, nextRun(plan.timing, plan.policy, run));

/** The standing of a paused schedule, whatever its timing says: what can follow is decided when it is resumed. */
export const standingPaused: Standing = { status: 'ACTIVE', nextRunAt: null };
