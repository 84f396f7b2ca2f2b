// Migrates a database with rows in every table from the version before accounts and API keys. Uses AUTH_MODE=none.
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { storeObject } from '@shotclock/core';
import { migrate } from '@shotclock/db';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { createTestApi, png } from '../src/test-api.fixture.ts';

const before = '0011_lists';
const migrations = fileURLToPath(new URL('migrations', import.meta.resolve('@shotclock/db')));
const image = createHash('sha256').update(png).digest('hex');
const settings = `'https://example.com/', false, 'png', 'json', false, false`;
const settingColumns = 'url, full_page, format, response_type, extract_html, extract_text';
const day = `'2026-01-01', array_fill(1, array[144]), 144`;

/** Rows for all tables. Triggers also add rows to the tables that record count changes. */
const rows = `
  insert into schedules (account_id, name, status, type, interval_value, interval_unit, first_run_at, next_run_at, timezone, missed_runs, overlap, jitter_seconds)
    values (1, 'daily', 'ACTIVE', 'INTERVAL', 1, 'DAYS', '2026-01-01', '2999-01-01', 'UTC', 'skip', 'skip', 0);
  insert into schedule_items (account_id, schedule_id, position, ${settingColumns}) values (1, 1, 1, ${settings});
  insert into schedule_executions (account_id, schedule_id, trigger, status, total_items, successful_items, completed_at)
    values (1, 1, 'MANUAL', 'COMPLETED', 1, 1, now());
  insert into objects (sha256, size, content_type) values ('${image}', ${png.length}, 'image/png');
  insert into screenshots (account_id, execution_id, item_id, source, status, attempt, started_at, captured_at, processing_time_ms, image, ${settingColumns})
    values (1, 1, 1, 'SCHEDULED_SCREENSHOT', 'SUCCESS', 1, now(), now(), 1, '${image}', ${settings}),
      (1, null, null, 'MANUAL_SCREENSHOT', 'PENDING', 0, null, null, null, null, ${settings});
  insert into captures (screenshot_id, account_id, source, attempts_left) values (2, 1, 'MANUAL_SCREENSHOT', 3);
  insert into content_checks (account_id, screenshot_id, url, target, comparison, status, changed, price, completed_at)
    values (1, 1, 'https://example.com/', 'x', '{"mode":"visual","threshold":0,"ignoredSelectors":[],"ignoredRegions":[]}', 'SUCCESS', false, 1, now());
  insert into wallet_entries (account_id, transaction_type, reference_type, reference_id, amount, balance_before, balance_after, status, description)
    values (1, 'DEBIT', 'CONTENT_CHANGE', '1', 1, 1000, 999, 'COMPLETED', 'a check');
  update wallets set balance = 999;
  insert into idempotency_keys (account_id, key, fingerprint, state, holder, lease_expires_at, expires_at)
    values (1, 'key', 'x', 'TOOK_EFFECT', gen_random_uuid(), now(), now() + interval '1 day');
  insert into object_scan (one) values (true) on conflict do nothing;
  insert into activity_count_changes (account_id, source, day, slot, change) values (1, 'SCHEDULED_SCREENSHOT', current_date, 1, 1);
  insert into wallet_entry_count_changes (account_id, reference_type, day, slot, change) values (1, 'CONTENT_CHANGE', current_date, 1, 1);
  insert into activity_counts (account_id, source, day, slots, total) values (1, 'SCHEDULED_SCREENSHOT', ${day});
  insert into screenshot_counts (account_id, source, day, slots, total) values (1, 'SCHEDULED_SCREENSHOT', ${day});
  insert into wallet_entry_counts (account_id, reference_type, day, slots, total) values (1, 'CONTENT_CHANGE', ${day});
  insert into content_check_counts (account_id, day, slots, total) values (1, ${day});
  insert into execution_counts (account_id, day, slots, total) values (1, ${day});`;

type Counts = Record<string, { rows: number; ofOthers: number }>;
let url: string;
let old: Counts;

async function prepare(emptyUrl: string): Promise<void> {
  url = emptyUrl;
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-migrations-'));
  await cp(migrations, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'));
  const end = journal.entries.findIndex(({ tag }) => tag === before) + 1;
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  await migrate(url, folder);
  await rm(folder, { recursive: true });
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(rows);
  old = await countRows(sql);
  await migrate(url);
  await sql.end();
}

/** All tables, each with the number of its rows and of the rows that do not belong to the default account. */
async function countRows(sql: postgres.Sql): Promise<Counts> {
  const tables = await sql<{ name: string; isOwned: boolean }[]>`
    select table_name as name, bool_or(column_name = 'account_id') as "isOwned"
    from information_schema.columns where table_schema = 'public' group by 1 order by 1`;
  const counts: Counts = {};
  for (const { name, isOwned } of tables) {
    const others = isOwned ? 'count(*) filter (where account_id <> 1)' : '0';
    const [found] = await sql.unsafe(
      `select count(*)::int as rows, ${others}::int as "ofOthers" from ${name}`,
    );
    counts[name] = found as unknown as Counts[string];
  }
  return counts;
}

const api = await createTestApi({ prepare });
afterAll(() => api.close());

test('every table contained rows, no row is lost, and all rows belong to the default account', async () => {
  expect(Object.keys(old).length).toBeGreaterThan(20);
  expect(Object.entries(old).filter(([, { rows }]) => rows === 0)).toEqual([]);
  const sql = postgres(url, { max: 1 });
  const now = await countRows(sql);
  await sql.end();
  expect(now).toMatchObject(old);
  expect(Object.entries(now).filter(([, { ofOthers }]) => ofOthers > 0)).toEqual([]);
});

test("the API reads the previous version's data and continues to use it", async () => {
  await storeObject(api.context.objects, { body: png, contentType: 'image/png' });
  const read = async (path: string) => {
    const { status, body } = await api.send('GET', `/api/v1/${path}`);
    expect([path, status]).toEqual([path, 200]);
    return body as Record<string, unknown>;
  };
  expect(await read('me')).toMatchObject({ account: { id: 1, name: 'default' } });
  expect(await read('schedules/1')).toMatchObject({ name: 'daily', nextRunAt: '2999-01-01T00:00:00.000Z' });
  expect(await read('screenshots/1')).toMatchObject({ status: 'SUCCESS', scheduleExecutionId: 1 });
  expect((await api.send('GET', '/api/v1/screenshots/1/image')).bytes.equals(png)).toBe(true);
  expect(await read('wallet')).toMatchObject({ balance: 999 });
  for (const path of [
    'schedules',
    'schedules/1/items',
    'schedules/1/executions',
    'executions',
    'content-changes',
  ])
    expect(await read(path)).toMatchObject({ content: [{ id: 1 }] });
  for (const path of ['screenshots', 'activity/screenshots', 'activity/content-changes'])
    expect(Number((await read(path)).totalElements)).toBeGreaterThan(0);

  expect((await api.send('POST', '/api/v1/schedules/1/run')).status).toBe(202);
  await api.addItems(1, [{ url: 'https://example.com/new' }]);
  // The capture that was already waiting, and the capture of the run.
  expect(await api.work()).toBe(2);
  expect(await read('screenshots/2')).toMatchObject({ status: 'SUCCESS' });
  expect((await api.send('DELETE', '/api/v1/schedules/1')).status).toBe(204);
});
