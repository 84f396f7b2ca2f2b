/** Computes runs with pure functions of a resolved timing and a policy. */
import { type Policy, parseInstantMs, type Timing } from '@shotclock/contracts';
import { runGrid } from './run-grid.ts';

export type RunPolicy = Pick<Policy, 'timezone' | 'endsAt'>;

/** No runs are planned at or after this instant, which limits the search for runs of cron expressions. */
export const horizon = Date.UTC(3000, 0, 1);

/** A first run that is at most this many milliseconds in the past is treated as if it were now, because clocks differ. */
export const clockToleranceMs = 60_000;

/**
 * The first run strictly after `after`; null if there is none by `endsAt` (inclusive) and the horizon. The cost does not depend
 * on the schedule's age. The caller handles `maxRuns`, pauses and jitter.
 * @param timing returned by `resolveTiming`: ONCE and INTERVAL have a `firstRunAt`
 * @throws RangeError for an unknown time zone or an unresolved timing, TypeError for an invalid cron expression
 */
export function nextRun(timing: Timing, policy: RunPolicy, after: Date): Date | null {
  const run = runGrid(timing, policy.timezone).next(after.getTime());
  return run === null || run > lastRunTime(policy) ? null : new Date(run);
}

/** The first `count` runs strictly after `after`, or all of them if there are fewer. See `nextRun`. */
export function runsAfter(timing: Timing, policy: RunPolicy, after: Date, count: number): Date[] {
  const grid = runGrid(timing, policy.timezone);
  const last = lastRunTime(policy);
  const runs: Date[] = [];
  let run = count > 0 ? grid.next(after.getTime()) : null;
  while (run !== null && run <= last) {
    runs.push(new Date(run));
    run = runs.length < count ? grid.next(run) : null;
  }
  return runs;
}

/**
 * The first run of a timing that is set at `now`: the first run at or after `now`, or the given first run of an INTERVAL
 * timing if it passed within the clock tolerance. A ONCE timing keeps its run even if it is long past: `timingErrors`
 * decides whether that is an error. Null if no run follows.
 */
export function initialRun(timing: Timing, policy: RunPolicy, now: Date): Date | null {
  const first = timing.type === 'CRON' ? null : parseInstantMs(timing.firstRunAt ?? '');
  const late = first === null ? -1 : now.getTime() - first;
  const tolerance = timing.type === 'ONCE' ? Number.POSITIVE_INFINITY : clockToleranceMs;
  const from = now.getTime() - (late >= 0 && late <= tolerance ? late : 0);
  return nextRun(timing, policy, new Date(from - 1));
}

/** The last run in [first, now] that is not later than `endsAt`; null if there is none. */
export function latestRunAtOrBefore(timing: Timing, policy: RunPolicy, first: Date, now: Date): Date | null {
  const until = Math.min(now.getTime(), lastRunTime(policy));
  const run = runGrid(timing, policy.timezone).latest(until);
  return run === null || run < first.getTime() ? null : new Date(run);
}

/**
 * The latest run due at `now` if the stored next run is `due`, and the exact number of missed runs in [due, latest).
 * `due` counts as a run even if the grid has changed since it was stored. The cost grows at most linearly with the days
 * since `due`.
 */
export function dueRuns(
  timing: Timing,
  policy: RunPolicy,
  due: Date,
  now: Date,
): { latest: Date; missed: number } {
  const latest = latestRunAtOrBefore(timing, policy, due, now) ?? due;
  if (latest <= due) return { latest: due, missed: 0 };
  const between = runGrid(timing, policy.timezone).count(due.getTime(), latest.getTime() - 1);
  return { latest, missed: 1 + between };
}

function lastRunTime(policy: RunPolicy): number {
  if (policy.endsAt === null) return horizon - 1;
  const end = parseInstantMs(policy.endsAt);
  if (end === null) throw new RangeError('endsAt is not a valid time');
  return Math.min(end, horizon - 1);
}
