/** When a schedule runs (decisions, section 4): pure arithmetic over its resolved timing and its policy. */
import type { Policy, Timing } from '@shotclock/contracts';
import { readInstant } from './read-instant.ts';
import { runGrid } from './run-grid.ts';

export type RunPolicy = Pick<Policy, 'timezone' | 'endsAt'>;

/** No run is planned at or after this instant: the calendar of cron expressions ends here. */
export const horizon = Date.UTC(3000, 0, 1);

/** A first run that lies so little in the past, in milliseconds, was meant for now: clocks differ. */
export const clockToleranceMs = 60_000;

/**
 * The first run strictly after `after`, to the millisecond; null when none follows before `endsAt` (inclusive) and the
 * horizon. Costs the same for a schedule of any age. `maxRuns`, a pause and jitter are the caller's.
 * @param timing as `resolveTiming` gives it: ONCE and INTERVAL carry their `firstRunAt`.
 * @throws RangeError for an unknown zone or an unresolved timing, TypeError for a cron expression that cannot be read.
 */
export function nextRun(timing: Timing, policy: RunPolicy, after: Date): Date | null {
  const run = runGrid(timing, policy.timezone).next(after.getTime());
  return run === null || run > lastMoment(policy) ? null : new Date(run);
}

/** As `nextRun`, the first `count` runs strictly after `after`, fewer when fewer follow. */
export function runsAfter(timing: Timing, policy: RunPolicy, after: Date, count: number): Date[] {
  const grid = runGrid(timing, policy.timezone);
  const last = lastMoment(policy);
  const runs: Date[] = [];
  let run = count > 0 ? grid.next(after.getTime()) : null;
  while (run !== null && run <= last) {
    runs.push(new Date(run));
    run = runs.length < count ? grid.next(run) : null;
  }
  return runs;
}

/**
 * The first run of a timing that is set at `now`: the first at or after `now`, or the given first run of an INTERVAL
 * timing that passed within the clock tolerance. The run of a ONCE timing is its first run, however long ago that is:
 * `timingErrors` decides whether it lies in the past. Null when no run will come.
 */
export function initialRun(timing: Timing, policy: RunPolicy, now: Date): Date | null {
  const first = timing.type === 'CRON' ? null : readInstant(timing.firstRunAt ?? '');
  const late = first === null ? -1 : now.getTime() - first;
  const tolerance = timing.type === 'ONCE' ? Number.POSITIVE_INFINITY : clockToleranceMs;
  const from = now.getTime() - (late >= 0 && late <= tolerance ? late : 0);
  return nextRun(timing, policy, new Date(from - 1));
}

/** The last run in [first, now], not after `endsAt`; null when there is none. */
export function latestRunAtOrBefore(timing: Timing, policy: RunPolicy, first: Date, now: Date): Date | null {
  const until = Math.min(now.getTime(), lastMoment(policy));
  const run = runGrid(timing, policy.timezone).latest(until);
  return run === null || run < first.getTime() ? null : new Date(run);
}

/**
 * What is due at `now` when the stored next run was `due`: the latest run by now, and how many runs were missed, those
 * in [due, latest). `due` counts as a run even where the grid has changed since it was stored. The number is exact; the
 * work grows at most with the days since `due`.
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

function lastMoment(policy: RunPolicy): number {
  if (policy.endsAt === null) return horizon - 1;
  const end = readInstant(policy.endsAt);
  if (end === null) throw new RangeError('endsAt is no time');
  return Math.min(end, horizon - 1);
}
