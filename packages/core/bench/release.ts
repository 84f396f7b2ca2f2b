// Measures the release for docs/performance.md: `pnpm bench:release [--rows=N] [--accounts=N] [--repetitions=N]`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { releaseCaptures } from '@shotclock/db/all-accounts';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { isInstalled, postgres15Programs, quietLogger, startInstalledPostgres } from '@shotclock/testing';
import { median } from './timing.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '200' },
    repetitions: { type: 'string', default: '11' },
  },
});
const accounts = Number(values.accounts);
const sizes = [1_000, Number(values.rows)];
const windows = [1, 16, 32];

const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
const embedded = await startEmbeddedPostgres({
  dataDir: join(folder, 'postgres'),
  durable: false,
  logger: quietLogger,
});
const installed = (await isInstalled(postgres15Programs))
  ? await startInstalledPostgres(postgres15Programs)
  : undefined;
try {
  console.log(
    `| PostgreSQL | captures that wait | ${windows.map((one) => `${one} released, ms`).join(' | ')} |`,
  );
  console.log(`| --- | --: |${windows.map(() => ' --: |').join('')}`);
  for (const server of [embedded, installed]) {
    if (!server) continue;
    for (const rows of sizes) await measure(server.url, rows);
  }
} finally {
  await installed?.stop();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(serverUrl: string, rows: number): Promise<void> {
  const url = new URL(serverUrl);
  url.pathname = `/release_${rows}`;
  const admin = openDatabase({ url: serverUrl, name: 'bench', connections: 1 });
  await admin.orm.execute(`create database release_${rows} template template0`);
  await admin.close();
  await migrate(url.href);
  const db = openDatabase({ url: url.href, name: 'bench', connections: 1 });
  try {
    await fill(db, rows);
    const durations: string[] = [];
    for (const window of windows) durations.push((await medianDuration(db, window)).toFixed(1));
    const [row] = await db.orm.execute<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    console.log(`| ${row!.version} | ${rows.toLocaleString('en')} | ${durations.join(' | ')} |`);
  } finally {
    await db.close();
  }
}

/** A quarter of the captures are manual. The others belong to three executions per account. */
async function fill(db: Database, rows: number): Promise<void> {
  const run = (statement: string) => db.orm.execute(statement);
  await run('set statement_timeout = 0');
  // The generated foreign keys are valid; checking them takes minutes.
  await run('set session_replication_role = replica');
  await run(`insert into accounts (name) select 'waiting' from generate_series(2, ${accounts})`);
  const indexes = await db.orm.execute<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('screenshots', 'captures') and indexname not in ('screenshots_pkey', 'captures_pkey', 'captures_turns')`);
  for (const { name } of indexes) await run(`drop index ${name}`);
  await run(`
    insert into screenshots (account_id, execution_id, source, url, full_page, format, response_type, extract_html, extract_text,
      status)
    select account, case when manual then null else account * 3 + n / ${accounts} % 3 end,
      case when manual then 'MANUAL_SCREENSHOT' else 'SCHEDULED_SCREENSHOT' end,
      'https://example.com/', false, 'png', 'json', false, false, 'PENDING'
    from generate_series(1, ${rows}) n, lateral (select 1 + n % ${accounts} as account, n / ${accounts} % 4 = 0 as manual) one`);
  await run(`insert into captures (screenshot_id, account_id, execution_id, source, attempts_left)
    select id, account_id, execution_id, source, 3 from screenshots order by id`);
  for (const { definition } of indexes) await run(definition);
  await run('vacuum analyze');
}

/**
 * The median duration of a release in ms. The release is rolled back instead of committed, so that the same captures are
 * still waiting.
 */
async function medianDuration(db: Database, window: number): Promise<number> {
  const durations: number[] = [];
  for (let n = 0; n < Number(values.repetitions); n += 1) {
    const rolledBack = new Error('rolled back');
    await db
      .transaction(async (tx) => {
        const start = performance.now();
        const released = await releaseCaptures(tx, window);
        durations.push(performance.now() - start);
        if (released.length !== window) throw new Error(`released ${released.length} captures`);
        throw rolledBack;
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error;
      });
  }
  return median(durations);
}
