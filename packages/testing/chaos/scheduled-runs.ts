// Checks that every scheduled time has its execution. It uses schedules that run once and a schedule that runs every
// second, whose executions report how many earlier runs were missed.
import type { Sql } from 'postgres';
import { eventually } from '../src/eventually.ts';
import type { NewSchedule } from './api-client.ts';
import { missedBefore } from './outcomes.ts';

/** The schedule has no items, so its runs are cheap and never overlap. */
export const everySecond = (from: Date): NewSchedule => ({
  schedule: { type: 'CRON', cronExpression: '* * * * * *', firstRunAt: from.toISOString() },
  items: [],
});

/**
 * Resolves when each schedule in `due` has run and the schedule that runs every second has run for a scheduled time after
 * this call.
 */
export async function waitForScheduledRuns(
  sql: Sql,
  due: ReadonlyMap<number, number>,
  everySecondId: number,
): Promise<void> {
  const now = new Date();
  const all = async () => {
    const [row] = await sql<{ n: number; later: number }[]>`
      select count(*) filter (where schedule_id = ${everySecondId} and scheduled_for >= ${now})::int as later,
        count(distinct schedule_id) filter (where schedule_id <> ${everySecondId})::int as n
      from schedule_executions where schedule_id in ${sql([everySecondId, ...due.keys()])}`;
    return row!.n === due.size && row!.later > 0;
  };
  // `checkScheduledRuns` reports any runs that are still missing.
  await eventually(all, { timeoutMs: 60_000, what: 'every schedule to run' }).catch(() => undefined);
}

type Run = { schedule: number; at: Date | null; startMs: number; reason: string | null };

/** @param due the scheduled times (ms) of schedules that run once, by ID */
export async function checkScheduledRuns(sql: Sql, due: ReadonlyMap<number, number>, everySecondId: number) {
  const runs = await sql<Run[]>`
    select schedule_id::int as schedule, scheduled_for as at, outcome_reason as reason,
      extract(epoch from started_at - scheduled_for)::float * 1000 as "startMs"
    from schedule_executions where schedule_id in ${sql([everySecondId, ...due.keys()])} order by scheduled_for`;
  const broken: string[] = [];
  let [lost, twice] = [0, 0];
  for (const [schedule, at] of due) {
    const kept = runs.filter((run) => run.schedule === schedule);
    const right = kept.length === 1 && kept[0]!.at?.getTime() === at && kept[0]!.reason === null;
    if (right) continue;
    if (kept.length > 1) twice += 1;
    else lost += 1;
    broken.push(`schedule ${schedule}, due at ${new Date(at).toISOString()}, had ${JSON.stringify(kept)}`);
  }
  const seconds = runs.filter((run) => run.schedule === everySecondId);
  for (const [n, run] of seconds.entries()) {
    const before = seconds[n - 1];
    if (!before) continue;
    const passed = (run.at!.getTime() - before.at!.getTime()) / 1_000;
    const accounted = 1 + missedBefore(run.reason).runs;
    if (passed === accounted) continue;
    lost += Math.max(0, passed - accounted);
    twice += Math.max(0, accounted - passed);
    broken.push(
      `${passed} s after its last run, the schedule that runs every second has ${JSON.stringify(run)}`,
    );
  }
  return {
    broken,
    lost,
    twice,
    runs: seconds.length,
    slowestStartMs: Math.max(0, ...runs.map((run) => run.startMs)),
  };
}
