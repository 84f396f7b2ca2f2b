import { databaseNow } from '@shotclock/db';
import { describe, expect, test } from 'vitest';
import {
  type CoreContext,
  claimScreenshot,
  createSchedule,
  createScreenshot,
  failAttempt,
  releaseCaptures,
  runSchedule,
} from '../../src/index.ts';
import { type Job, settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, newAccount, openWorkspaceForEachTest } from '../workspace.fixture.ts';

const workspace = openWorkspaceForEachTest();

async function release(window: number): Promise<Job[]> {
  const released: Job[] = [];
  await releaseCaptures(
    { db: workspace.db, enqueue: async (jobs) => void released.push(...jobs) },
    { window },
  );
  return released;
}

const sql = <T extends Record<string, unknown>>(text: string) => workspace.db.orm.execute<T>(text);

async function startRun(core: CoreContext, items: number): Promise<number> {
  const paths = Array.from({ length: items }, (_, n) => item(`${n}`));
  const schedule = await createSchedule(core, hourly(inAnHour(), { items: paths }));
  return (await runSchedule(core, { scheduleId: schedule.id })).id;
}

/** Starts a run with more captures than a single request can add. */
async function startLongRun(core: CoreContext, items: number): Promise<number> {
  const id = await startRun(core, 1);
  await workspace.db.transaction(async (tx) => {
    // The foreign keys are known to be valid, so checking them is unnecessary.
    await tx.execute('set local session_replication_role = replica');
    await tx.execute(`with schedule as (select account_id, schedule_id from schedule_executions where id = ${id}), added as (
      insert into schedule_items (account_id, schedule_id, position, url, full_page, format, response_type, extract_html, extract_text)
      select account_id, schedule_id, n, 'https://example.com/', false, 'png', 'json', false, false
      from schedule, generate_series(2, ${items}) n returning id, account_id, url
    ), records as (
      insert into screenshots (account_id, execution_id, item_id, source, url, full_page, format, response_type, extract_html,
        extract_text, status)
      select account_id, ${id}, id, 'SCHEDULED_SCREENSHOT', url, false, 'png', 'json', false, false, 'PENDING' from added
      returning *
    ) insert into captures (screenshot_id, account_id, execution_id, source, attempts_left)
      select id, account_id, execution_id, source, 3 from records`);
  });
  await sql(`update schedule_executions set total_items = ${items} where id = ${id}`);
  return id;
}

async function requestManual(core: CoreContext, captures: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < captures; n += 1) ids.push((await createScreenshot(core, { request: item() })).id);
  return ids;
}

type Owner = { account_id: string; execution_id: string };
/** The owners of captures, in the order of the jobs. */
const ownersOf = async (jobs: Job[]): Promise<Owner[]> =>
  jobs.length === 0
    ? []
    : sql<Owner>(`select account_id, execution_id from screenshots
        join unnest(array[${jobs.map(({ screenshotId }) => screenshotId)}]) with ordinality jobs (id, n) using (id) order by n`);
const accountsOf = async (jobs: Job[]) => (await ownersOf(jobs)).map((row) => Number(row.account_id));
const executionsOf = async (jobs: Job[]) => (await ownersOf(jobs)).map((row) => Number(row.execution_id));

const claim = async (job: Job) => (await claimScreenshot(workspace.work, job))!;

/** Releases and finishes one capture at a time, so that no capture is in flight during a release. */
async function settleOneByOne(captures: number): Promise<Job[]> {
  const jobs: Job[] = [];
  for (let n = 0; n < captures; n += 1) {
    const [job] = await release(1);
    jobs.push(job!);
    await settleAs(workspace, await claim(job!), 'fails');
  }
  return jobs;
}

describe('fair order', () => {
  test.each([1, 2, 7])(
    "with a window of %i, a new account's captures are released first, even if many captures of another account are waiting",
    async (window) => {
      await startLongRun(workspace.core, 300);
      const held = await release(window);
      const newcomer = await newAccount(workspace);
      await startRun(newcomer, 1);
      expect(await release(window)).toEqual([]);
      await claim(held[0]!);
      expect(await accountsOf(await release(window))).toEqual([newcomer.accountId]);
    },
  );

  test('serves accounts round-robin, even if captures finish between releases', async () => {
    const accounts = [workspace.core, await newAccount(workspace), await newAccount(workspace)];
    for (const account of accounts) await startRun(account, 20);
    const served = await accountsOf(await settleOneByOne(9));
    for (const round of [0, 3, 6])
      expect(new Set(served.slice(round, round + 3))).toEqual(new Set(accounts.map((one) => one.accountId)));
  });

  test("serves an account's executions round-robin, even if captures finish between releases", async () => {
    const runs = [
      await startRun(workspace.core, 20),
      await startRun(workspace.core, 20),
      await startRun(workspace.core, 20),
    ];
    const served = await executionsOf(await settleOneByOne(9));
    for (const round of [0, 3, 6]) expect(new Set(served.slice(round, round + 3))).toEqual(new Set(runs));
  });

  test('shares the window between accounts regardless of their number of executions', async () => {
    const many = workspace.core;
    for (let n = 0; n < 10; n += 1) await startRun(many, 5);
    const one = await newAccount(workspace);
    await startRun(one, 50);
    const served = await accountsOf(await release(40));
    expect(served.filter((id) => id === one.accountId)).toHaveLength(20);
    expect(served.slice(0, 6).filter((id) => id === one.accountId)).toHaveLength(3);
  });

  test('prefers the account that holds the fewest captures, counting running ones', async () => {
    const [busy, idle] = [workspace.core, await newAccount(workspace)];
    await startRun(busy, 20);
    await Promise.all((await release(4)).map(claim));
    await startRun(idle, 20);
    expect(await accountsOf(await release(4))).toEqual(Array.from({ length: 4 }, () => idle.accountId));
  });

  test.each([1, 5, 32])(
    'with a window of %i, every fifth capture of an account is a scheduled one while manual captures are waiting',
    async (window) => {
      await startRun(workspace.core, 40);
      await requestManual(workspace.core, 60);
      const jobs: Job[] = [];
      const running: Job[] = [];
      while (jobs.length < 50) {
        const released = await release(window);
        jobs.push(...released);
        running.push(...released);
        const next = running.shift()!;
        await settleAs(workspace, await claim(next), 'fails');
      }
      const scheduled = (await executionsOf(jobs.slice(0, 50))).map((id) => id > 0);
      expect(scheduled.filter(Boolean)).toHaveLength(10);
      expect(scheduled.slice(0, 5).filter(Boolean)).toHaveLength(1);
    },
  );

  test("serves an account's runs in turn, even if many manual captures of other accounts are waiting", async () => {
    await startRun(workspace.core, 20);
    const others = [await newAccount(workspace), await newAccount(workspace)];
    for (const other of others) await requestManual(other, 20);
    const served = await accountsOf(await settleOneByOne(12));
    expect(served.filter((id) => id === workspace.core.accountId)).toHaveLength(4);
  });

  test("releases a manual capture before its account's runs", async () => {
    await startRun(workspace.core, 20);
    await release(2);
    const [manual] = await requestManual(workspace.core, 1);
    expect((await release(3)).map((job) => job.screenshotId)).toEqual([manual]);
  });

  test('reaches all accounts, even if there are more of them than one statement considers', async () => {
    await startRun(workspace.core, 2);
    await sql(`with account as (insert into accounts (name) select 'waiting' from generate_series(1, 600) returning id)
      , records as (
        insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status)
        select id, 'SCHEDULED_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false, 'PENDING'
        from account, generate_series(1, 2) returning *
      ) insert into captures (screenshot_id, account_id, source, attempts_left) select id, account_id, source, 3 from records`);
    const released = await release(601);
    expect(new Set(await accountsOf(released)).size).toBe(601);
  });

  test('skips captures that are waiting for a retry, without delaying other accounts', async () => {
    await startRun(workspace.core, 30);
    const failure = { code: 'connection_failed', description: 'Reset.' } as const;
    for (const held of await Promise.all((await release(30)).map(claim))) {
      const before = await databaseNow(workspace.db.orm);
      await failAttempt(workspace.work, held, failure);
      const [row] = await sql<{ ms: string }>(
        `select extract(epoch from release_at) * 1000 as ms from captures where screenshot_id = ${held.screenshotId}`,
      );
      expect(Number(row!.ms)).toBeGreaterThanOrEqual(before.getTime() + 1_000);
    }
    // On a slow machine, the delay could expire during the test.
    await sql(`update captures set release_at = release_at + interval '1 hour'`);
    const other = await newAccount(workspace);
    await startRun(other, 3);
    expect(await accountsOf(await release(10))).toEqual([other, other, other].map((one) => one.accountId));
  });
});

describe('the cost of a release', () => {
  test('does not depend on the number of waiting captures, even without planner statistics', async () => {
    await startLongRun(workspace.core, 20_000);
    const other = await newAccount(workspace);
    await startRun({ ...other, limits: { ...other.limits, maxWaitingCaptures: 1_000_000 } }, 3);
    const window = 8;
    const read = await workspace.db.transaction(async (tx) => {
      const statistics = `select seq_tup_read::int + idx_tup_fetch::int as rows from pg_stat_xact_user_tables
        where relname = 'screenshots'`;
      const [before] = await tx.execute<{ rows: number }>(statistics);
      const db = { ...workspace.db, transaction: <T>(work: (inner: typeof tx) => Promise<T>) => work(tx) };
      expect(await releaseCaptures({ db, enqueue: async () => undefined }, { window })).toBe(window);
      const [after] = await tx.execute<{ rows: number }>(statistics);
      return after!.rows - before!.rows;
    });
    expect(read).toBeLessThan(20 * window);
  });
});
