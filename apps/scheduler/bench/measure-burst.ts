import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@shotclock/db';
import { startApp, treeCpuMs } from '@shotclock/testing';

const pollIntervalMs = 100;
const timeoutMs = 120_000;

export type Burst = {
  runs: number;
  /** Seconds from the start of the second in which all runs were due until the first and until the last execution. */
  first: number;
  last: number;
  /** CPU time of the scheduler and the database, in seconds. */
  cpuScheduler: number;
  cpuDatabase: number;
};

/**
 * Makes `runs` schedules due in the same second, with four timings in equal shares, and waits for their executions. No worker is
 * running, so the captures stay in the queue.
 */
export async function measureBurst(
  setting: { databaseUrl: string; databasePid: number; folder: string },
  runs: number,
): Promise<Burst> {
  const db = openDatabase({ url: setting.databaseUrl, name: 'bench', connections: 1 });
  const scheduler = await startApp('scheduler', {
    DATABASE_URL: setting.databaseUrl,
    DATA_DIR: setting.folder,
  });
  try {
    const [planned] = await db.orm.execute<{ due: string; before: string }>(`
      select to_json(date_trunc('second', clock_timestamp() + interval '4 seconds')) #>> '{}' as due,
        max(id)::text as before
      from schedule_executions`);
    const { due, before } = planned!;
    await db.orm.execute(makeSchedulesDue(due, runs));
    const cpuBefore = await cpuSeconds(scheduler.pid, setting.databasePid);
    await db.orm.execute(`select pg_notify('shotclock_work', '')`);
    const queryProgress = () =>
      db.orm.execute<{ runs: number; captures: number; first: number | null; now: number }>(`
        select count(*)::integer as runs, coalesce(sum(total_items), 0)::integer as captures,
          extract(epoch from min(started_at) - '${due}')::float8 as first,
          extract(epoch from clock_timestamp() - '${due}')::float8 as now
        from schedule_executions where id > ${before} and scheduled_for >= '${due}'`);
    for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollIntervalMs) {
      const [row] = await queryProgress();
      if (row!.runs === runs) {
        if (row!.captures !== runs) throw new Error(`${row!.captures} captures of ${runs} runs`);
        const cpu = await cpuSeconds(scheduler.pid, setting.databasePid);
        return {
          runs,
          first: row!.first!,
          last: row!.now,
          cpuScheduler: cpu.scheduler - cpuBefore.scheduler,
          cpuDatabase: cpu.database - cpuBefore.database,
        };
      }
      await sleep(pollIntervalMs);
    }
    throw new Error(`not all of ${runs} runs started within ${timeoutMs / 1_000} s`);
  } finally {
    await scheduler.stop();
    // Skips the foreign key checks, because nothing refers to these rows.
    await db.orm.execute('set session_replication_role = replica');
    await db.orm.execute('delete from captures');
    await db.orm.execute(`delete from screenshots where status = 'PENDING'`);
    await db.orm.execute(`delete from schedule_executions where status = 'PROCESSING'`);
    await db.close();
  }
}

async function cpuSeconds(scheduler: number, database: number) {
  const [schedulerMs, databaseMs] = await Promise.all([treeCpuMs(scheduler), treeCpuMs(database)]);
  return { scheduler: schedulerMs / 1_000, database: databaseMs / 1_000 };
}

/**
 * Makes the first schedules in the table due: intervals at times spread over the second, and cron expressions at its
 * start.
 */
export function makeSchedulesDue(due: string, runs: number): string {
  const expression = (zone: string, fields: string) =>
    `to_char(timestamptz '${due}' at time zone '${zone}', '${fields}')`;
  return `
    update schedules s set type = kind, next_run_at = at, timezone = zone,
      first_run_at = case kind when 'INTERVAL' then at - interval '1 day' end,
      interval_value = case kind when 'INTERVAL' then 1 end,
      interval_unit = case kind when 'INTERVAL' then unit end,
      cron_expression = case kind when 'CRON' then expression end
    from (
      select id, kind, unit, zone, expression,
        timestamptz '${due}' + case kind when 'INTERVAL' then id % 1000 else 0 end * interval '1 millisecond' as at
      from (select id, id % 4 as timing from schedules order by id limit ${runs}) numbered
      join (values
        (0, 'INTERVAL', 'HOURS', 'UTC', null),
        (1, 'INTERVAL', 'DAYS', 'America/New_York', null),
        (2, 'CRON', null, 'UTC', ${expression('UTC', 'SS MI * * * *')}),
        (3, 'CRON', null, 'Europe/Paris', ${expression('Europe/Paris', 'SS MI HH24 * * "1-6"')} || ',0')
      ) timings (timing, kind, unit, zone, expression) using (timing)
    ) chosen
    where s.id = chosen.id`;
}
