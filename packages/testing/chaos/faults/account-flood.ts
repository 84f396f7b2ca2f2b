import { eventually } from '../../src/eventually.ts';
import { bothBackends } from '../backend.ts';
import type { Fault } from '../fault.ts';
import { type System, slotsOfWorker } from '../system.ts';

const window = 8;

export const accountFlood: Fault = {
  name: 'account-flood',
  promise:
    "another account's capture starts after at most one release window of a flooding account's captures, plus the captures that other slots start at the same time",
  backends: bothBackends,
  testBackends: ['redis'],
  async run(ctx) {
    const { times, log } = ctx;
    const workers = ctx.length === 'short' ? 1 : 2;
    // Claims may occur in a slightly different order than deliveries.
    const maxBefore = window + workers * slotsOfWorker - 1;
    const system = await ctx.startSystem({
      apis: 0,
      workers,
      env: { RELEASE_WINDOW: String(window) },
    });
    const flood = times(10_000, 2_000);
    await queueCaptures(system, 1, flood);
    await eventually(async () => (await claimsSince(system, 0)) > 2 * window, {
      timeoutMs: 60_000,
      what: 'captures of the flood to be claimed',
    });
    const newcomers = times(30, 4);
    const broken: string[] = [];
    const before: number[] = [];
    let slowestMs = 0;
    for (let n = 1; n <= newcomers; n += 1) {
      const startedAt = performance.now();
      const account = await addAccount(system, n);
      const [capture] = await queueCaptures(system, account, 1);
      // Counting starts at the commit.
      const since = await lastStatusChange(system);
      await eventually(() => claimOf(system, capture!), {
        timeoutMs: 60_000,
        what: `account ${n}'s capture to start`,
      });
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      const overtaken = await claimsSince(system, since, capture);
      before.push(overtaken);
      if (overtaken > maxBefore)
        broken.push(`${overtaken} captures of the flood started before the capture of account ${n}`);
    }
    const [left] = await system.sql<{ waiting: number; done: number }[]>`
      select (select count(*) from captures where attempt_token is null)::int as waiting,
        (select count(*) from screenshots where captured_at is not null)::int as done`;
    if (left!.waiting < window) broken.push('the flood completed before the last newcomer');
    log(
      `at most ${Math.max(...before)} captures of the flood started before each of ${newcomers} newcomers; the release window is ${window}, and ${workers * slotsOfWorker} slots capture`,
    );
    return {
      injected: newcomers,
      captures: left!.done,
      duplicates: 0,
      losses: 0,
      wrongCounters: 0,
      slowestRecoveryMs: slowestMs,
      broken,
    };
  },
};

async function addAccount({ sql }: System, n: number): Promise<number> {
  const [row] = await sql<
    { id: string }[]
  >`insert into accounts (name) values (${`newcomer ${n}`}) returning id`;
  await sql`insert into wallets (account_id, balance) values (${row!.id}, 0)`;
  return Number(row!.id);
}

/** Inserts an execution with `count` PENDING captures, as a dispatch does. Returns the capture IDs. */
async function queueCaptures({ sql, site }: System, account: number, count: number): Promise<number[]> {
  const url = site.url(`of account ${account}`, { afterMs: 50 });
  const rows = await sql<{ id: string }[]>`
    with schedule as (
      insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
      values (${account}, 'flood', 'COMPLETED', 'ONCE', 'UTC', 'run_once', 'skip', 0) returning id
    ), execution as (
      insert into schedule_executions (account_id, schedule_id, trigger, status, total_items)
      select ${account}, id, 'MANUAL', 'PROCESSING', ${count} from schedule returning id, schedule_id
    ), items as (
      insert into schedule_items (account_id, schedule_id, position, url, width, height, full_page, format, response_type,
        extract_html, extract_text)
      select ${account}, schedule_id, n, ${url}, 320, 240, false, 'png', 'json', false, false
      from execution, generate_series(1, ${count}::int) n returning id, url
    ), records as (
      insert into screenshots (account_id, execution_id, item_id, source, url, width, height, full_page, format,
        response_type, extract_html, extract_text, status)
      select ${account}, execution.id, items.id, 'SCHEDULED_SCREENSHOT', url, 320, 240, false, 'png', 'json', false, false,
        'PENDING' from execution, items order by items.id returning *
    ) insert into captures (screenshot_id, account_id, execution_id, source, attempts_left)
      select id, account_id, execution_id, source, 3 from records order by id returning screenshot_id as id`;
  await sql`select pg_notify('shotclock_work', '')`;
  return rows.map((row) => Number(row.id));
}

async function lastStatusChange({ sql }: System): Promise<number> {
  const [row] = await sql<{ id: string }[]>`select coalesce(max(id), 0) as id from chaos.status_changes`;
  return Number(row!.id);
}

async function claimOf({ sql }: System, capture: number): Promise<boolean> {
  const rows = await sql`
    select 1 from chaos.status_changes where screenshot_id = ${capture} and status = 'PROCESSING' limit 1`;
  return rows.length > 0;
}

/**
 * Number of claims after a status change. If `until` is given, only claims that precede the claim of that capture are
 * counted.
 */
async function claimsSince({ sql }: System, since: number, until?: number): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from chaos.status_changes where status = 'PROCESSING' and id > ${since} and id < coalesce(
      (select min(id) from chaos.status_changes where screenshot_id = ${until ?? 0} and status = 'PROCESSING'), 9e15)`;
  return row!.n;
}
