import { setImmediate } from 'node:timers/promises';
import {
  type ExpandedSchedule,
  limits,
  type ScheduleExpansion,
  type SchedulePolicy,
} from '@shotclock/contracts';
import { databaseNow, listItems, type Queryable, type ScheduleRow } from '@shotclock/db';
import { policyOf, scheduleResource } from './schedule-resource.ts';
import { upcomingRuns } from './upcoming-runs.ts';

/** The expansions that a response includes beyond the specified fields; none by default. */
export type Expand = { expand?: ReadonlySet<ScheduleExpansion> };

/** The resources of the schedules with all their items and the requested expansions, in the same order. */
export async function expandedSchedules(
  db: Queryable,
  rows: ScheduleRow[],
  expand: Expand['expand'],
): Promise<ExpandedSchedule[]> {
  const ids = rows.map((row) => row.id);
  const items = Map.groupBy(await listItems(db, ids), (item) => item.scheduleId);
  const now = expand?.has('upcomingRuns') ? await databaseNow(db) : null;
  const schedules: ExpandedSchedule[] = [];
  for (const row of rows) {
    schedules.push({
      ...scheduleResource(row, items.get(row.id) ?? []),
      ...(expand?.has('policy') ? { policy: schedulePolicy(row) } : {}),
      ...(now ? { upcomingRuns: upcomingTimes(row, now) } : {}),
    });
    // Upcoming runs take some milliseconds per schedule: let the event loop serve other requests in between.
    if (now) await setImmediate();
  }
  return schedules;
}

/** `expandedSchedules` for one schedule. */
export async function expandedSchedule(
  db: Queryable,
  row: ScheduleRow,
  expand: Expand['expand'],
): Promise<ExpandedSchedule> {
  const [schedule] = await expandedSchedules(db, [row], expand);
  return schedule!;
}

function schedulePolicy(row: ScheduleRow): SchedulePolicy {
  return {
    ...policyOf(row),
    pausedAt: row.pausedAt?.toISOString() ?? null,
    pauseReason: row.pauseReason,
  };
}

function upcomingTimes(row: ScheduleRow, now: Date): string[] {
  return upcomingRuns(row, limits.upcomingRuns, now).map((run) => run.toISOString());
}
