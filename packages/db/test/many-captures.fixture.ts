import { eventually } from '@shotclock/testing';
import { expect } from 'vitest';
import { addUrls, urlSources } from '../src/all-accounts.ts';
import type { Database, Queryable } from '../src/index.ts';
import { bulkLoad } from './bulk-load.fixture.ts';
import {
  countFinished,
  openFilledDatabase,
  otherSettings,
  settingColumns,
} from './filled-database.fixture.ts';

type Run = (statement: string) => Promise<unknown>;

/** The number of screenshots, and of checks, in the default account: 20 schedules with 100 items, each run 25 times. */
export const rows = 50_000;
/** Another account has a schedule with many empty runs, and a schedule with one item and 10 runs. */
export const other = { accountId: 2, busySchedule: 21, smallSchedule: 22 };

/** Creates a database in which reading a whole table for a list is expensive. */
export async function openManyCaptures(): Promise<{ db: Database; close(): Promise<void> }> {
  const opened = await openFilledDatabase(async (run, orm) => {
    await bulkLoad(orm, async () => {
      await fillDefaultAccount(run);
      await fillOtherAccount(run);
      await fillLedger(run);
    });
    await run(`update schedule_items set tags = '{one}' where id = 250`);
    await run(`update schedules set tags = '{hundred}' where id = 3`);
  });
  for (const source of urlSources)
    await addUrls(opened.db.orm, source, { records: 100_000, characters: 10_000_000 });
  // Index-only scans require pages that are marked as all-visible. The snapshot of another session, such as autovacuum,
  // can delay that.
  await eventually(
    async () => {
      await opened.db.orm.execute('vacuum analyze');
      const [row] = await opened.db.orm.execute<{ done: boolean }>(
        `select bool_and(relallvisible = relpages) as done from pg_class
         where relname in ('screenshots', 'content_checks', 'schedule_executions', 'wallet_entries')`,
      );
      return row!.done;
    },
    { timeoutMs: 60_000, what: 'all pages to be all-visible' },
  );
  return opened;
}

async function fillDefaultAccount(run: Run): Promise<void> {
  await run(`
    insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
    select 1, 'any', 'ACTIVE', 'ONCE', 'UTC', 'skip', 'skip', 0 from generate_series(1, 20)`);
  await run(`
    insert into schedule_items (account_id, schedule_id, position, created_at, ${settingColumns})
    select 1, s, n, timestamptz '2026-01-01Z', 'https://example.com/' || s || '/' || n, ${otherSettings}
    from generate_series(1, 20) s, generate_series(1, 100) n`);
  await run(`
    insert into schedule_executions (account_id, schedule_id, trigger, status, created_at)
    select 1, 1 + n % 20, 'MANUAL', 'COMPLETED', timestamptz '2026-01-01Z' + n * interval '1 hour'
    from generate_series(1, 500) n`);
  await run(`
    insert into screenshots (account_id, execution_id, item_id, source, status, ${settingColumns},
      captured_at, created_at, verdict, http_status)
    select 1, e.id, i.id, 'SCHEDULED_SCREENSHOT', case i.position when 7 then 'FAILED' else 'SUCCESS' end, i.url,
      ${otherSettings}, e.created_at, e.created_at,
      case i.position when 7 then null when 8 then 'http_error' else 'content' end, case i.position when 7 then null when 8 then 404 else 200 end
    from schedule_executions e join schedule_items i on i.schedule_id = e.schedule_id`);
  await run(countFinished);
  await run(`
    insert into content_checks (account_id, screenshot_id, item_id, url, target, comparison, status, changed, ratio, price,
      description, created_at, completed_at)
    select 1, id, item_id, url, 'item:' || item_id, '{}', status, id % 100 = 0, 0, 1,
      repeat('as long as a real row ', 20), created_at, captured_at
    from screenshots`);
}

async function fillOtherAccount(run: Run): Promise<void> {
  await run(`insert into accounts (name) values ('other')`);
  await run(`
    insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
    select 2, 'any', 'ACTIVE', 'ONCE', 'UTC', 'skip', 'skip', 0 from generate_series(1, 2)`);
  await run(`
    insert into schedule_items (account_id, schedule_id, position, created_at, ${settingColumns})
    values (2, 22, 1, '2026-01-01Z', 'https://example.com/22/1', ${otherSettings})`);
  await run(`
    insert into schedule_executions (account_id, schedule_id, trigger, status, created_at)
    select 2, case when n % 2000 = 0 then 22 else 21 end, 'MANUAL', 'COMPLETED',
      timestamptz '2026-01-01Z' + n * interval '1 minute'
    from generate_series(1, 20000) n`);
  await run(`
    insert into screenshots (account_id, execution_id, item_id, source, status, ${settingColumns}, captured_at, created_at)
    select 2, e.id, i.id, 'SCHEDULED_SCREENSHOT', 'SUCCESS', i.url, ${otherSettings}, e.created_at, e.created_at
    from schedule_executions e join schedule_items i on i.schedule_id = e.schedule_id where e.account_id = 2`);
  await run(`
    insert into content_checks (account_id, screenshot_id, item_id, url, target, comparison, status, changed, ratio, price,
      created_at, completed_at)
    select 2, id, item_id, url, 'item:' || item_id, '{}', 'SUCCESS', false, 0, 1, created_at, captured_at
    from screenshots where account_id = 2`);
}

/** Inserts an entry for each check of four schedules and of the other account. */
async function fillLedger(run: Run): Promise<void> {
  await run(`
    insert into wallet_entries (account_id, transaction_type, reference_type, reference_id, amount, balance_before,
      balance_after, status, description, created_at)
    select account_id, 'DEBIT', 'CONTENT_CHANGE', id, 1, 1, 0, 'SUCCESS', 'Check of ' || url, created_at
    from content_checks where item_id <= 400 or account_id = 2`);
}

/** The number of sequential scans of a table in this transaction, and the number of rows fetched through an index. */
async function readSoFar(tx: Queryable, table: string) {
  const [row] = await tx.execute<{ scans: number; fetched: number }>(`
    select seq_scan::int as scans, coalesce(idx_tup_fetch, 0)::int as fetched
    from pg_stat_xact_user_tables where relname = '${table}'`);
  return row!;
}

type List<T> = (tx: Queryable) => Promise<T>;

/**
 * Returns the list, and asserts that reading it fetched only a few other rows.
 * @param most the maximum number of rows that a read of the list may fetch from the table
 */
export const readCheaply = <T>(db: Database, table: string, list: List<T>, most?: number): Promise<T> =>
  db.snapshot((tx) => readCheaplyIn(tx, table, list, most));

/** Like `readCheaply`, in a transaction. */
export async function readCheaplyIn<T>(
  tx: Queryable,
  table: string,
  list: List<T>,
  most = rows / 50,
): Promise<T> {
  const before = await readSoFar(tx, table);
  const result = await list(tx);
  const after = await readSoFar(tx, table);
  expect(after.scans - before.scans).toBe(0);
  expect(after.fetched - before.fetched).toBeLessThanOrEqual(most);
  return result;
}
