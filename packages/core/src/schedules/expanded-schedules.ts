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

/** The expansions that a response includes in addition to the specified fields; none by default. */
export type Expand = { expand?: ReadonlySet<ScheduleExpansion> };

/** The expansions of the schedule itself. The others add fields to its items. */
type Expansions = Pick<ExpandedSchedule, Exclude<ScheduleExpansion, 'options' | 'own' | 'comparison'>>;

/** A schedule resource with all items and the requested expansions. */
export async function expandedSchedule(
  db: Queryable,
  row: ScheduleRow,
  expand: Expand['expand'],
): Promise<ExpandedSchedule> {
  const items = await listItems(db, { accountId: row.accountId, scheduleIds: [row.id] });
  const [expansions] = await expansionsOf([row], expand, await planningTime(db, expand));
  return { ...scheduleResource(row, items, expand), ...expansions };
}

/** The time from which upcoming runs are computed; null if they were not requested. */
export async function planningTime(
  db: Queryable,
  expand: ReadonlySet<string> | undefined,
): Promise<Date | null> {
  return expand?.has('upcomingRuns') ? databaseNow(db) : null;
}

/**
 * The requested expansions of the schedules, in the same order. Computing them for many schedules takes a long time, so
 * do not hold a database connection during the call.
 * @param now the time returned by `planningTime`
 */
export async function expansionsOf(
  rows: ScheduleRow[],
  expand: ReadonlySet<string> | undefined,
  now: Date | null,
): Promise<Expansions[]> {
  const expansions: Expansions[] = [];
  for (const row of rows) {
    expansions.push({
      ...(expand?.has('policy') ? { policy: schedulePolicy(row) } : {}),
      ...(expand?.has('tags') ? { tags: row.tags } : {}),
      ...(now ? { upcomingRuns: upcomingTimes(row, now) } : {}),
    });
    // Computing upcoming runs takes a few milliseconds per schedule, so let the event loop serve other requests in
    // between.
    if (now) await setImmediate();
  }
  return expansions;
}

function schedulePolicy(row: ScheduleRow): SchedulePolicy {
  const { options, defaults, ...policy } = policyOf(row);
  return {
    ...policy,
    ...(options && { options }),
    ...(defaults && { defaults }),
    pausedAt: row.pausedAt?.toISOString() ?? null,
    pauseReason: row.pauseReason,
  };
}

function upcomingTimes(row: ScheduleRow, now: Date): string[] {
  return upcomingRuns(row, limits.upcomingRuns, now).map((run) => run.toISOString());
}
