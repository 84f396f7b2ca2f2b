import type { ScheduleRow } from '@shotclock/db';
import { dueRunOf } from './due-run.ts';
import { policyOf, timingOf } from './schedule-resource.ts';
import { canonicalTimeZone } from './timing/canonical-time-zone.ts';
import { jitterMs } from './timing/jitter.ts';
import { runsAfter } from './timing/next-run.ts';

/**
 * A schedule's next runs, including jitter; none if the schedule is paused or completed, or if its time zone is unknown.
 * An overdue run comes first, with its scheduled time. Runs that will be skipped because they overlap are included,
 * because overlaps are not known in advance.
 * @param count maximum number of runs, from 1
 */
export function upcomingRuns(row: ScheduleRow, count: number, now: Date): Date[] {
  const { nextRunAt } = row;
  if (nextRunAt === null || canonicalTimeZone(row.timezone) === null) return [];
  const left = Math.min(count, (row.maxRuns ?? Number.POSITIVE_INFINITY) - row.runs);
  const jitter = jitterMs(row.id, row.jitterSeconds);
  const first =
    nextRunAt > now
      ? { latest: new Date(nextRunAt.getTime() - jitter), skipped: false }
      : dueRunOf({ ...row, nextRunAt }, now);
  const runs = first.skipped ? [] : [nextRunAt];
  const following = runsAfter(timingOf(row), policyOf(row), first.latest, left - runs.length);
  return [...runs, ...following.map((run) => new Date(run.getTime() + jitter))];
}
