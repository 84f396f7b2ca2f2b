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

/** What an answer shows beyond the specified fields (decisions, section 1); nothing when it is left out. */
export type Expand = { expand?: ReadonlySet<ScheduleExpansion> };

/** The rows as they are answered: each with all its items and what `expand` names. */
export async function answerSchedules(
  db: Queryable,
  rows: ScheduleRow[],
  expand: Expand['expand'],
): Promise<ExpandedSchedule[]> {
  const ids = rows.map((row) => row.id);
  const items = Map.groupBy(await listItems(db, ids), (item) => item.scheduleId);
  const now = expand?.has('upcomingRuns') ? await databaseNow(db) : null;
  const answers: ExpandedSchedule[] = [];
  for (const row of rows) {
    answers.push({
      ...scheduleResource(row, items.get(row.id) ?? []),
      ...(expand?.has('policy') ? { policy: schedulePolicy(row) } : {}),
      ...(now ? { upcomingRuns: upcomingTimes(row, now) } : {}),
    });
    // Some milliseconds of arithmetic for each schedule: others are served in between.
    if (now) await setImmediate();
  }
  return answers;
}

/** As `answerSchedules`, of one row. */
export async function answerSchedule(
  db: Queryable,
  row: ScheduleRow,
  expand: Expand['expand'],
): Promise<ExpandedSchedule> {
  const [schedule] = await answerSchedules(db, [row], expand);
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
