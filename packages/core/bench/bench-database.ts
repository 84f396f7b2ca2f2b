import { type Database, migrate, openDatabase } from '@shotclock/db';
import { burstHour, firstDay, months } from './shape.ts';

/** The image hash that all screenshots in the benchmark share. */
export const imageHash = 'b'.repeat(64);

/**
 * Opens the database that contains `rows` screenshots. If the database does not exist, creates and fills it, and logs the
 * progress.
 */
export async function openBenchDatabase(
  serverUrl: string,
  rows: number,
  log: (line: string) => void,
): Promise<Database> {
  const name = `feed_${rows}`;
  await ensureDatabase(serverUrl, name, rows, log);
  return openDatabase({ url: urlOf(serverUrl, name), name: 'bench' });
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function ensureDatabase(serverUrl: string, name: string, rows: number, log: (line: string) => void) {
  const admin = openDatabase({ url: serverUrl, name: 'bench', connections: 1 });
  try {
    const found = await admin.orm.execute(`select 1 from pg_database where datname = '${name}'`);
    if (found.length > 0) return await migrate(urlOf(serverUrl, name));
    // Fill the database under a temporary name, so that an interrupted run does not leave a database that looks complete.
    const unfinished = `${name}_new`;
    await admin.orm.execute(`drop database if exists ${unfinished} with (force)`);
    await admin.orm.execute(`create database ${unfinished}`);
    await admin.orm.execute(`alter system set max_wal_size = '8GB'`);
    await admin.orm.execute('select pg_reload_conf()');
    const url = urlOf(serverUrl, unfinished);
    await migrate(url);
    const db = openDatabase({ url, name: 'bench', connections: 1 });
    try {
      await fill(db, rows, log);
    } finally {
      await db.close();
    }
    await admin.orm.execute(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await admin.close();
  }
}

async function fill(db: Database, rows: number, log: (line: string) => void): Promise<void> {
  const run = (statement: string) => db.orm.execute(statement);
  await run('set statement_timeout = 0');
  // The generated foreign keys are valid; checking ten million of them takes minutes.
  await run(`set session_replication_role = replica`);
  // Building an index takes longer than Shotclock's statement timeout.
  await run('set statement_timeout = 0');
  await run(`set maintenance_work_mem = '1GB'`);
  await run(`set work_mem = '256MB'`);
  await run('select setseed(0.25)');
  await run(
    `insert into objects (sha256, size, content_type) values ('${imageHash}', 1000, 'image/png') on conflict do nothing`,
  );
  const indexes = await db.orm.execute<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'screenshots' and indexname <> 'screenshots_pkey'`);
  for (const { name } of indexes) await run(`drop index ${name}`);
  for (let month = 0; month < months; month += 1) {
    await run(monthOfScreenshots(month, rows));
    if (month % 6 === 5) log(`${rows} screenshots: ${month + 1} of ${months} months`);
  }
  for (const { definition } of indexes) await run(definition);
  for (const counted of countedLists) await run(countAllRecords(counted));
  await run('set session_replication_role = origin');
  for (const statement of otherRecords(rows)) await run(statement);
  log(`${rows} screenshots: ${Math.ceil(rows / 10)} executions of a schedule, and as many checks`);
  await run('vacuum analyze');
  await run('checkpoint');
  log(`${rows} screenshots: indexed, counted and vacuumed`);
}

/** Inserts screenshots in capture order, as in a service that has been running for three years. */
function monthOfScreenshots(month: number, rows: number): string {
  const burst = Math.round(rows * 0.005);
  const spread = `${rows - burst * months}::float8 / ((date '${firstDay}' + interval '${months} months')::date - date '${firstDay}')`;
  return `
    insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status,
      attempt, started_at, captured_at, processing_time_ms, image, created_at)
    select 1, case when random() < 0.2 then 'MANUAL_SCREENSHOT' else 'SCHEDULED_SCREENSHOT' end,
      'https://example.com/pages/' || floor(random() * 500), false, 'png', 'json', false, false, 'SUCCESS', 1,
      at - interval '2 seconds', at, 2000, '${imageHash}', at - interval '3 seconds'
    from (
      select (day + case when random() < 0.4 then interval '9 hours' + random() * interval '10 minutes'
        else random() * interval '24 hours' end)::timestamptz(3) as at
      from (
        select d as n, timestamptz '${firstDay}Z' + d * interval '1 day' as day
        from generate_series(
          (date '${firstDay}' + interval '${month} months')::date - date '${firstDay}',
          (date '${firstDay}' + interval '${month + 1} months')::date - date '${firstDay}' - 1) d
      ) days, generate_series(1, (floor((n + 1) * (${spread})) - floor(n * (${spread})))::integer)
      union all
      select ((timestamp '${firstDay}' + interval '${month} months ${burstHour} hours') at time zone 'UTC'
        + random() * interval '3599.999 seconds')::timestamptz(3) as at
      from generate_series(1, ${burst})
    ) moments
    order by at`;
}

/** Inserts checks, and executions of one schedule, spread evenly over the screenshots' period. Triggers count them. */
function otherRecords(rows: number): string[] {
  const count = Math.ceil(rows / 10);
  const moments = `generate_series(1, ${count}) n,
    lateral (select timestamptz '${firstDay}Z' + n * (interval '${months} months' / ${count})) moments (at)`;
  return [
    `insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
     values (1, 'often', 'ACTIVE', 'ONCE', 'UTC', 'skip', 'skip', 0)`,
    `insert into schedule_executions (account_id, schedule_id, trigger, status, total_items, created_at, completed_at)
     select 1, s.id, 'MANUAL', case when n % 100 = 0 then 'FAILED' else 'COMPLETED' end, 1, at, at
     from schedules s, ${moments}`,
    `insert into content_checks (account_id, url, target, comparison, status, price, created_at, completed_at)
     select 1, 'https://example.com/pages/' || n % 500, 'target ' || n % 500, '{}', 'SUCCESS', 1, at, at
     from ${moments}`,
  ];
}

const countedLists = [
  { firstCounter: 1, at: 'captured_at' },
  { firstCounter: 20, at: 'created_at' },
];

/** Counts existing records, as the migration that introduced the counts did. */
const countAllRecords = ({ firstCounter, at }: { firstCounter: number; at: string }) => `
  insert into counts (account_id, counter, day, slots, total)
  select account_id, case source when 'MANUAL_SCREENSHOT' then ${firstCounter} else ${firstCounter + 1} end, day, array_agg(coalesce(records, 0) order by slot), sum(records)::integer
  from (select distinct account_id, source, (${at} at time zone 'UTC')::date as day from screenshots) days
  cross join generate_series(0, 143) slot
  left join (
    select account_id, source, (${at} at time zone 'UTC')::date as day,
      floor(extract(epoch from (${at} at time zone 'UTC')::time) / 600)::integer as slot, count(*)::integer as records
    from screenshots group by 1, 2, 3, 4
  ) counted using (account_id, source, day, slot)
  group by account_id, source, day`;
