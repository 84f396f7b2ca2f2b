import { eventually } from '../../src/eventually.ts';
import type { Fault } from '../fault.ts';
import type { System } from '../system.ts';

const schedulers = 3;
/** Time to write the schedules down before they are due. */
const leadSeconds = { short: 1, long: 5 };

export const schedulersRacing: Fault = {
  name: 'schedulers-racing',
  promise: 'three schedulers that race for due schedules start each run exactly once',
  // The queue has no part in it.
  backends: ['postgres'],
  async run(ctx) {
    const { times, length, log } = ctx;
    const system = await ctx.startSystem({ schedulers, workers: 0, apis: 0 });
    const due = times(10_000, 600);
    const at = await insertSchedules(system, due, leadSeconds[length]);
    const { sql } = system;
    const left = async () => {
      const [row] = await sql<{ due: number }[]>`
        select count(*)::int as due from schedules where next_run_at <= ${at}`;
      return row!.due;
    };
    await eventually(async () => (await left()) === 0, { timeoutMs: 120_000, what: 'every run to start' });
    const [seen] = await sql<Seen[]>`
      select count(*)::int as executions, count(distinct schedule_id)::int as schedules,
        count(*) filter (where scheduled_for <> ${at} or outcome_reason is not null or total_items <> 1)::int as wrong,
        count(*) filter (where started_at < scheduled_for)::int as early,
        extract(epoch from max(started_at) - ${at})::float * 1000 as "slowestMs",
        (select count(*)::int from screenshots) as captures,
        (select count(*)::int from schedules where runs <> 1) as miscounted,
        (select count(distinct process)::int from chaos.steps) as processes
      from schedule_executions`;
    const found = seen!;
    log(
      `${found.executions} executions by ${found.processes} schedulers, the last ${Math.round(found.slowestMs)} ms late`,
    );
    const broken = (
      [
        [`${found.executions} executions`, found.executions === due],
        [`${found.schedules} schedules have one`, found.schedules === due],
        [`${found.captures} captures`, found.captures === due],
        [`${found.wrong} for another time, with another reason or other items`, found.wrong === 0],
        [`${found.early} early`, found.early === 0],
        [`${found.miscounted} schedules that count other than one run`, found.miscounted === 0],
        [`only ${found.processes} schedulers took part`, found.processes === schedulers],
      ] as const
    )
      .filter(([, holds]) => !holds)
      .map(([what]) => `of ${due} due schedules: ${what}`);
    return {
      injected: due,
      captures: found.captures,
      duplicates: Math.max(0, found.executions - found.schedules),
      losses: due - found.schedules,
      wrongCounters: found.miscounted,
      slowestRecoveryMs: found.slowestMs,
      broken,
    };
  },
};

type Seen = Record<
  'executions' | 'schedules' | 'wrong' | 'early' | 'slowestMs' | 'captures' | 'miscounted' | 'processes',
  number
>;

/** Schedules of one item, which are all due at the time that is answered, and every hour. */
async function insertSchedules({ sql }: System, count: number, seconds: number): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`
    with moment as (select date_trunc('milliseconds', now()) + ${seconds} * interval '1 second' as at), added as (
      insert into schedules (account_id, name, status, type, first_run_at, interval_value, interval_unit, timezone,
        missed_runs, overlap, jitter_seconds, next_run_at)
      select 1, 'race', 'ACTIVE', 'INTERVAL', at, 1, 'HOURS', 'UTC', 'run_once', 'skip', 0, at
      from moment, generate_series(1, ${count}::int) returning id
    ), items as (
      insert into schedule_items (account_id, schedule_id, position, url, full_page, format, response_type, extract_html,
        extract_text)
      select 1, id, 1, 'https://example.com/', false, 'png', 'json', false, false from added
    ) select at from moment`;
  // As the API does, who made them wakes the schedulers.
  await sql`select pg_notify('shotclock_work', '')`;
  return row!.at;
}
