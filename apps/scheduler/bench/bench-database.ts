import { type Database, migrate, openDatabase } from '@shotclock/db';
import { migrateQueue } from '@shotclock/queue';

const accounts = 100;
/** Number of rows per statement, which is small enough for sorts and triggers to stay in memory. */
const batch = 100_000;

/**
 * Creates a database `schedules_<count>` with `count` active schedules and returns its URL. No schedule is due within the next
 * hour. Each has one item and one completed run with its capture.
 */
export async function createBenchDatabase(
  serverUrl: string,
  count: number,
  log: (line: string) => void,
): Promise<string> {
  const name = `schedules_${count}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const admin = openDatabase({ url: serverUrl, name: 'bench', connections: 1 });
  try {
    await admin.orm.execute(`create database ${name}`);
  } finally {
    await admin.close();
  }
  await migrate(url.href);
  await migrateQueue(url.href);
  const db = openDatabase({ url: url.href, name: 'bench', connections: 1 });
  try {
    await fill(db, count, log);
  } finally {
    await db.close();
  }
  return url.href;
}

async function fill(db: Database, count: number, log: (line: string) => void): Promise<void> {
  const run = (statement: string) => db.orm.execute(statement);
  // The generated foreign keys are valid, so they need not be checked.
  await run('set session_replication_role = replica');
  // Building an index takes longer than Shotclock's statement timeout.
  await run('set statement_timeout = 0');
  await run('set synchronous_commit = off');
  await run(`set maintenance_work_mem = '1GB'`);
  const indexes = await db.orm.execute<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename in ('schedules', 'schedule_items', 'schedule_executions', 'screenshots')
      and indexname not like '%_pkey'`);
  for (const { name } of indexes) await run(`drop index ${name}`);
  await run(`insert into accounts (name) select 'Account ' || n from generate_series(2, ${accounts}) n`);
  await run(`insert into objects (sha256, size, content_type) values ('${imageHash}', 1000, 'image/png')`);
  for (let first = 1; first <= count; first += batch) {
    const last = Math.min(count, first + batch - 1);
    for (const statement of rowsOfSchedules(first, last)) await run(statement);
    if (last < count) log(`${last} of ${count} schedules`);
  }
  for (const { definition } of indexes) await run(definition);
  await run('vacuum analyze');
  await run('checkpoint');
  log(`${count} schedules: indexed and vacuumed`);
}

const imageHash = 'b'.repeat(64);

/** Identity columns start at 1, so a schedule, item, execution and screenshot with the same ID belong together. */
function rowsOfSchedules(first: number, last: number): string[] {
  const numbers = `generate_series(${first}, ${last}) n`;
  const account = `1 + n % ${accounts}`;
  // Schedules run daily. Their next runs are spread over 24 hours, starting one to two hours from now.
  const nextRun = `(date_trunc('hour', now()) + interval '2 hours' + (n::bigint * 7919 % 86400) * interval '1 second')`;
  const captured = `(now() - interval '30 days' + n % 2500000 * interval '1 second')`;
  const settings = `'https://example.com/pages/' || n, false, 'png', 'json', false, false`;
  return [
    `insert into schedules (account_id, name, status, type, first_run_at, interval_value, interval_unit, timezone, missed_runs,
       overlap, jitter_seconds, runs, next_run_at, last_run_at)
     select ${account}, 'Schedule ' || n, 'ACTIVE', 'INTERVAL', ${nextRun} - interval '30 days', 1, 'DAYS', 'UTC', 'run_once',
       'skip', 0, 1, ${nextRun}, ${captured} from ${numbers}`,
    `insert into schedule_items (account_id, schedule_id, position, url, full_page, format, response_type, extract_html, extract_text)
     select ${account}, n, 0, ${settings} from ${numbers}`,
    `insert into schedule_executions (account_id, schedule_id, scheduled_for, trigger, status, total_items, successful_items,
       started_at, completed_at, created_at)
     select ${account}, n, ${captured}, 'SCHEDULE', 'COMPLETED', 1, 1, ${captured}, ${captured}, ${captured} from ${numbers}`,
    `insert into screenshots (account_id, execution_id, item_id, source, url, full_page, format, response_type, extract_html,
       extract_text, status, attempt, started_at, captured_at, processing_time_ms, image, created_at)
     select ${account}, n, n, 'SCHEDULED_SCREENSHOT', ${settings}, 'SUCCESS', 1, ${captured}, ${captured}, 2000,
       '${imageHash}', ${captured} from ${numbers}`,
  ];
}
