import { eventually } from '../../src/eventually.ts';
import type { AppProcess } from '../app-process.ts';
import type { Fault } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { lastScreenshot } from '../status-changes.ts';
import type { System } from '../system.ts';

const racing = 3;
/** Time for inserting the schedules before they become due. */
const leadSeconds = { short: 1, long: 5 };

export const concurrentSchedulers: Fault = {
  name: 'concurrent-schedulers',
  promise: 'three concurrent schedulers start each run exactly once',
  // This fault does not involve the queue.
  backends: ['postgres'],
  async run(ctx) {
    const { times, length, log } = ctx;
    const system = await ctx.sharedSystem();
    const since = await lastScreenshot(system.sql);
    const others = await Promise.all(Array.from({ length: racing - 1 }, () => system.add('scheduler')));
    const schedulers = [system.schedulers[0]!, ...others];
    const startedBefore = schedulers.map(startedBy);
    const due = times(10_000, 1_200);
    const race = await insertSchedules(system, due, leadSeconds[length]);
    try {
      await eventually(async () => (await leftOf(system, race)) === 0, {
        timeoutMs: 120_000,
        what: 'every run to start',
      });
    } finally {
      await Promise.all(others.map((one) => one.stop()));
    }
    const shares = schedulers.map((one, n) => startedBy(one) - startedBefore[n]!);
    const seen = await outcomeOf(system, race);
    const found = await checkInvariants(system, { since });
    log(`${shares.join(' + ')} runs by each, the last ${Math.round(seen.slowestMs)} ms after its time`);
    const rules: [what: string, holds: boolean][] = [
      [`${seen.executions} executions`, seen.executions === due],
      [`${seen.schedules} schedules have an execution`, seen.schedules === due],
      [`${seen.wrong} executions have another time or a reason`, seen.wrong === 0],
      [`${seen.early} executions started early`, seen.early === 0],
      [`${seen.miscounted} schedules do not count exactly one run`, seen.miscounted === 0],
      // Each scheduler claims 200 schedules at a time. On a busy machine, no schedules may be left for one of the
      // schedulers.
      [
        `${shares.join(' + ')} runs: no two schedulers took part`,
        shares.filter((share) => share > 0).length > 1,
      ],
    ];
    return {
      injected: due,
      captures: found.captures,
      duplicates: found.duplicates + Math.max(0, seen.executions - seen.schedules),
      losses: found.losses + due - seen.schedules,
      wrongCounters: found.wrongCounters + seen.miscounted,
      slowestRecoveryMs: seen.slowestMs,
      broken: [
        ...found.broken,
        ...rules.filter(([, holds]) => !holds).map(([what]) => `of ${due} due schedules: ${what}`),
      ],
    };
  },
};

/** Number of due schedules that a scheduler has dispatched, according to its log. */
const startedBy = ({ lines }: AppProcess): number =>
  lines
    .filter((line) => line.msg === 'dispatched due schedules')
    .reduce((sum, line) => sum + Number(line.schedules), 0);

type Race = { first: number; last: number; at: Date };

/** Inserts hourly schedules without items, all due at the same time. */
async function insertSchedules({ sql }: System, count: number, seconds: number): Promise<Race> {
  const [row] = await sql<Race[]>`
    with moment as (select date_trunc('milliseconds', now()) + ${seconds} * interval '1 second' as at), added as (
      insert into schedules (account_id, name, status, type, first_run_at, interval_value, interval_unit, timezone,
        missed_runs, overlap, jitter_seconds, next_run_at)
      select 1, 'race', 'ACTIVE', 'INTERVAL', at, 1, 'HOURS', 'UTC', 'run_once', 'skip', 0, at
      from moment, generate_series(1, ${count}::int) returning id
    ) select min(id)::int as first, max(id)::int as last, (select at from moment) as at from added`;
  // The API wakes the schedulers in the same way.
  await sql`select pg_notify('shotclock_work', '')`;
  return row!;
}

async function leftOf({ sql }: System, { first, last, at }: Race): Promise<number> {
  const [row] = await sql<{ due: number }[]>`
    select count(*)::int as due from schedules where id between ${first} and ${last} and next_run_at <= ${at}`;
  return row!.due;
}

type Seen = Record<'executions' | 'schedules' | 'wrong' | 'early' | 'slowestMs' | 'miscounted', number>;

async function outcomeOf({ sql }: System, { first, last, at }: Race): Promise<Seen> {
  const [row] = await sql<Seen[]>`
    select count(*)::int as executions, count(distinct schedule_id)::int as schedules,
      count(*) filter (where scheduled_for <> ${at} or outcome_reason is not null)::int as wrong,
      count(*) filter (where started_at < scheduled_for)::int as early,
      extract(epoch from max(started_at) - ${at})::float * 1000 as "slowestMs",
      (select count(*)::int from schedules where id between ${first} and ${last} and runs <> 1) as miscounted
    from schedule_executions where schedule_id between ${first} and ${last}`;
  // Completes the schedules, so that they do not run again during later faults.
  await sql`update schedules set next_run_at = null, status = 'COMPLETED' where id between ${first} and ${last}`;
  return row!;
}
