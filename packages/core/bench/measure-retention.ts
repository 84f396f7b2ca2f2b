import type { Database } from '@shotclock/db';
import { treeCpuMs } from '@shotclock/testing';
import { deleteExpiredScreenshots } from '../src/index.ts';
import { walPosition } from './count-work.ts';
import { elapsed, median } from './timing.ts';

export type RetentionCost = {
  schedules: number;
  /** Duration in milliseconds of rounds that read all schedules, such as the first rounds after the migration. */
  firstMs: number;
  /** CPU time of these rounds in milliseconds, in this process and PostgreSQL; null if this process did not start the server. */
  firstCpuMs: number | null;
  /** Median duration in milliseconds of a round in which nothing has expired. */
  idleMs: number;
  deleted: number;
  deletedPerSecond: number;
  /** CPU time per deleted screenshot. */
  deletionCpuMs: number | null;
  /** WAL per deleted screenshot. */
  walBytes: number;
};

/** Maximum number of expiring captures, each from a different schedule. */
const maxExpired = 20_000;
const idleRounds = 11;

/**
 * Creates schedules with one capture each and a retention of 1 to 60 days, or the default of 30. Measures retention
 * rounds in which nothing has expired, and rounds in which the captures of some schedules have expired.
 */
export async function measureRetention(
  db: Database,
  { schedules, serverPid }: { schedules: number; serverPid: number | null },
): Promise<RetentionCost> {
  const cpuMs = async (work: () => Promise<void>) => {
    const before = await readCpuMs(serverPid);
    await work();
    const after = await readCpuMs(serverPid);
    return before === null || after === null ? null : after - before;
  };
  await createSchedules(db, schedules);
  const round = () => deleteExpiredScreenshots({ db }, { defaultDays: 30 });
  let firstMs = 0;
  const firstCpuMs = await cpuMs(async () => {
    while (await hasUnread(db)) firstMs += await elapsed(round);
  });
  await db.orm.execute('vacuum analyze schedules');
  const idle: number[] = [];
  while (idle.length < idleRounds) idle.push(await elapsed(round));
  const expired = Math.min(maxExpired, schedules);
  // Shifts all times by the same amount, as if days had passed for these schedules.
  const some = `id in (select id * ${Math.floor(schedules / expired)} from generate_series(1, ${expired}) id)`;
  await db.orm.execute(
    `update schedules set captures_since = captures_since - interval '61 days' where ${some}`,
  );
  await db.orm.execute(
    `update screenshots set captured_at = captured_at - interval '61 days' where item_id in (select id from schedule_items where schedule_${some})`,
  );
  await db.orm.execute('checkpoint');
  const before = await walPosition(db);
  let deleted = 0;
  let ms = 0;
  const deletionsCpuMs = await cpuMs(async () => {
    ms = await elapsed(async () => {
      for (let count = await round(); count > 0; count = await round()) deleted += count;
    });
  });
  if (deleted !== expired) throw new Error(`${deleted} of ${expired} captures were deleted`);
  return {
    schedules,
    firstMs,
    firstCpuMs,
    idleMs: median(idle),
    deleted,
    deletionCpuMs: deletionsCpuMs === null ? null : deletionsCpuMs / deleted,
    deletedPerSecond: (deleted / ms) * 1_000,
    walBytes: ((await walPosition(db)) - before) / deleted,
  };
}

/** The CPU time that this process and the server have used so far. */
async function readCpuMs(serverPid: number | null): Promise<number | null> {
  if (serverPid === null) return null;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (await treeCpuMs(serverPid));
}

async function createSchedules(db: Database, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute('set local statement_timeout = 0');
    // The foreign keys are known to be valid, so checking them is unnecessary.
    await tx.execute('set local session_replication_role = replica');
    const columns = `account_id, status, type, timezone, missed_runs, overlap, jitter_seconds`;
    await tx.execute(`
      insert into schedules (name, ${columns}, retention_days, captures_since)
      select 'retention', 1, 'ACTIVE', 'ONCE', 'UTC', 'run_once', 'allow', 0, nullif(n % 61, 0), '1970-01-01'
      from generate_series(1, ${count}) n`);
    const settings = `url, full_page, format, response_type, extract_html, extract_text`;
    const values = `'https://example.com/', false, 'png', 'json', false, false`;
    await tx.execute(`
      insert into schedule_items (account_id, schedule_id, position, ${settings}) select 1, id, 0, ${values} from schedules`);
    await tx.execute(`
      insert into screenshots (account_id, item_id, source, status, captured_at, ${settings})
      select 1, id, 'SCHEDULED_SCREENSHOT', 'SUCCESS', now(), ${values} from schedule_items`);
  });
  for (const table of ['schedules', 'schedule_items', 'screenshots'])
    await db.orm.execute(`vacuum analyze ${table}`);
}

async function hasUnread(db: Database): Promise<boolean> {
  const rows = await db.orm.execute(`select from schedules where captures_since = '1970-01-01' limit 1`);
  return rows.length > 0;
}
