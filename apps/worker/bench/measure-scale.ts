import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '@shotclock/db';
import { type StartedApp, startApp, treeCpuMs } from '@shotclock/testing';

/** The result for one number of worker processes. */
export type ScaleRow = { workers: number; captures: number; seconds: number; cpuSeconds: number };

export type ScaleSetting = {
  databaseUrl: string;
  redisUrl: string | null;
  /** The server processes whose CPU time is counted in addition to the CPU time of the scheduler and the workers. */
  serverPids: number[];
  folder: string;
  executablePath: string;
  sandbox: boolean;
  pages: { url: string; hostPort: string };
};

const pollIntervalMs = 50;
/** Number of captures per worker before a measurement begins, so that all workers are busy. */
const warmUp = 2;
const backlogPerWorker = 4;

/**
 * Measures captures per second for increasing numbers of workers, with one browser each, and one scheduler. A measurement
 * starts at a settlement and ends after `captures` more settlements per worker. More captures are always waiting.
 */
export async function measureScale(
  setting: ScaleSetting,
  { numbers, captures }: { numbers: number[]; captures: number },
): Promise<ScaleRow[]> {
  const { databaseUrl, redisUrl } = setting;
  const queue = { DATABASE_URL: databaseUrl, ...(redisUrl !== null && { REDIS_URL: redisUrl }) };
  const db = openDatabase({ url: databaseUrl, name: 'bench', connections: 2 });
  const scheduler = await startApp('scheduler', { ...queue, DATA_DIR: setting.folder });
  const workers: StartedApp[] = [];
  try {
    const rows: ScaleRow[] = [];
    for (const number of numbers) {
      while (workers.length < number) workers.push(await startApp('worker', workerEnv(setting, queue)));
      await requestCaptures(db, setting.pages.url, number * (captures + warmUp + backlogPerWorker));
      const pids = [scheduler.pid, ...workers.map((one) => one.pid), ...setting.serverPids];
      const before = await waitUntilSettled(db, (await countSettled(db)) + number * warmUp);
      const cpuBefore = await cpuSeconds(pids);
      const after = await waitUntilSettled(db, before.count + number * captures);
      const cpuAfter = await cpuSeconds(pids);
      rows.push({
        workers: number,
        captures: after.count - before.count,
        seconds: after.at - before.at,
        cpuSeconds: cpuAfter - cpuBefore,
      });
    }
    return rows;
  } finally {
    for (const app of [...workers, scheduler]) await app.stop();
    await db.orm.execute('delete from captures');
    await db.orm.execute(`delete from screenshots where status = 'PENDING'`);
    await db.close();
  }
}

function workerEnv(setting: ScaleSetting, queue: Record<string, string>): Record<string, string> {
  return {
    ...queue,
    DATA_DIR: setting.folder,
    CHROMIUM_PATH: setting.executablePath,
    CHROMIUM_SANDBOX: setting.sandbox ? 'on' : 'off',
    WORKER_CONCURRENCY: '1',
    EGRESS_ALLOW: setting.pages.hostPort,
  };
}

async function requestCaptures(db: Database, url: string, count: number): Promise<void> {
  await db.orm.execute(`
    with records as (
      insert into screenshots (account_id, source, url, width, height, full_page, format, response_type, extract_html, extract_text,
        status)
      select 1, 'MANUAL_SCREENSHOT', '${url}', 320, 240, false, 'jpeg', 'json', false, false, 'PENDING'
      from generate_series(1, ${count}) returning *
    ) insert into captures (screenshot_id, account_id, source, attempts_left) select id, account_id, source, 1 from records`);
  await db.orm.execute(`select pg_notify('shotclock_work', '')`);
}

async function countSettled(db: Database): Promise<number> {
  const [row] = await db.orm.execute<{ count: number }>(
    'select count(*)::integer as count from screenshots where captured_at is not null',
  );
  return row!.count;
}

/** Waits until `count` captures are settled and returns the time in seconds. @throws Error if a capture failed */
async function waitUntilSettled(db: Database, count: number): Promise<{ count: number; at: number }> {
  for (;;) {
    const [row] = await db.orm.execute<{ at: number | null; failure: string | null }>(`
      select (select extract(epoch from captured_at)::float8 from screenshots where captured_at is not null
          order by captured_at, id offset ${count - 1} limit 1) as at,
        (select min(description) from screenshots where status = 'FAILED') as failure`);
    if (row!.failure !== null) throw new Error(`a capture failed: ${row!.failure}`);
    if (row!.at !== null) return { count, at: row!.at };
    await sleep(pollIntervalMs);
  }
}

async function cpuSeconds(pids: number[]): Promise<number> {
  const each = await Promise.all(pids.map(treeCpuMs));
  return each.reduce((sum, ms) => sum + ms, 0) / 1_000;
}
