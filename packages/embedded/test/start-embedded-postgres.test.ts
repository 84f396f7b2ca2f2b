import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/index.ts';
import { processStart } from '../src/process-start.ts';
import { quiet } from './quiet-logger.ts';

const SCRIPT = fileURLToPath(new URL('run-postgres.ts', import.meta.url));

let folder: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-embedded-'));
  dataDir = join(folder, 'postgres');
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(options: { port?: number } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, logger: quiet, ...options });
  running.push(server);
  return server;
}

async function startInChild(
  env?: Record<string, string>,
): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const child = spawn(process.execPath, [SCRIPT, dataDir], { stdio: ['ignore', 'pipe', 'inherit'], env });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout! }), 'line');
  return { child, ...JSON.parse(line) };
}

async function query<T>(url: string, text: string): Promise<T[]> {
  const sql = postgres(url, { max: 1 });
  try {
    return await sql.unsafe<never>(text);
  } finally {
    await sql.end();
  }
}

async function untilGone(pid: number): Promise<void> {
  await vi.waitFor(async () => expect(await processStart(pid)).toBeUndefined(), { timeout: 20_000 });
}

test('a first start creates a UTF-8 database that only 127.0.0.1 with the password reaches', async () => {
  const { url } = await start();
  const [row] = await query(
    url,
    `select current_database() as name, current_setting('server_encoding') as encoding,
      current_setting('listen_addresses') as address, current_setting('max_connections') as connections,
      current_setting('TimeZone') as zone, lower('ÄÖ') as lowered`,
  );
  expect(row).toEqual({
    name: 'shotclock',
    encoding: 'UTF8',
    address: '127.0.0.1',
    connections: '200',
    zone: 'UTC',
    lowered: 'äö',
  });
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  expect((await stat(`${dataDir}.password`)).mode & 0o777).toBe(0o600);
});

test('a second start continues with the data of the first, and nothing runs in between', async () => {
  const first = await start();
  await query(first.url, 'create table kept as select 7 as value');
  await first.stop();
  expect(await processStart(first.pid)).toBeUndefined();
  const second = await start();
  expect(await query(second.url, 'select value from kept')).toEqual([{ value: 7 }]);
});

test('fsync is on unless durability was given up', async () => {
  const server = await startEmbeddedPostgres({ dataDir, logger: quiet });
  running.push(server);
  expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
});

test('a data directory that another Shotclock uses is refused with its pid', async () => {
  const { child } = await startInChild();
  await expect(start()).rejects.toThrow(
    `The data directory ${dataDir} is in use by another Shotclock (pid ${child.pid})`,
  );
});

test('a start continues at once after its predecessor and its Postgres were killed', async () => {
  const { child, url, pid } = await startInChild();
  await query(url, 'create table kept as select 7 as value');
  process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const server = await start();
  expect(await query(server.url, 'select value from kept')).toEqual([{ value: 7 }]);
});

test('a start takes over while the Postgres of a killed predecessor still runs', async () => {
  const { child, url, pid } = await startInChild();
  const open = postgres(url, { max: 1, onclose: () => undefined });
  await open`select 1`;
  child.kill('SIGKILL');
  await once(child, 'exit');
  const server = await start();
  expect(await processStart(pid)).toBeUndefined();
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await open.end({ timeout: 1 });
});

test('Postgres does not outlive an owner that was killed, even when nobody starts again', async () => {
  const { child, pid } = await startInChild();
  child.kill('SIGKILL');
  await untilGone(pid);
});

test('a pid file that names an unrelated living process does not hinder the start', async () => {
  const first = await start();
  await first.stop();
  await writeFile(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
  const second = await start();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('what a killed initialisation left behind is no hindrance', async () => {
  await mkdir(join(`${dataDir}.new`, 'data'), { recursive: true });
  await writeFile(join(`${dataDir}.new`, 'data', 'PG_VERSION'), '18\n');
  await mkdir(dataDir);
  const { url } = await start();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.password']);
});

test('a cluster that was deleted between runs is not silently replaced by an empty one', async () => {
  const first = await start();
  await query(first.url, 'create table kept as select 7 as value');
  await first.stop();
  const backup = `${dataDir}.backup`;
  await rename(dataDir, backup);
  await expect(start()).rejects.toThrow(
    `The database in ${dataDir} is gone, but its password is still in ${dataDir}.password: put the folder back from a backup, or remove that file`,
  );
  await rename(backup, dataDir);
  const second = await start();
  expect(await query(second.url, 'select value from kept')).toEqual([{ value: 7 }]);
});

test('a cluster that is deleted under a running server is named when that ends', async () => {
  const server = await start();
  const gone = `${dataDir}.gone`;
  await rename(dataDir, gone);
  process.kill(server.pid, 'SIGKILL');
  expect(await server.exited).toBe(`its folder ${dataDir} is gone: put it back from a backup`);
});

test('a folder with other files is left alone', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'thesis.txt'), 'years of work');
  await expect(start()).rejects.toThrow('holds files that are no Postgres data');
  expect(await readdir(dataDir)).toEqual(['thesis.txt']);
});

test('a port that is taken is refused by its number', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  await expect(start({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 cannot be used for Postgres`);
  taken.close();
});

test('stop ends open sessions and may be called twice', async () => {
  const server = await start();
  const sql = postgres(server.url, { max: 1 });
  const rejected = expect(sql`select pg_sleep(60)`).rejects.toThrow();
  await vi.waitFor(async () => {
    const sleeping = await query(server.url, `select 1 from pg_stat_activity where wait_event = 'PgSleep'`);
    expect(sleeping).toHaveLength(1);
  });
  await Promise.all([server.stop(), server.stop()]);
  await rejected;
  await sql.end({ timeout: 1 });
});

// Root alone can become another user; for everyone else the caller's own identity is the only way, tested above.
test.runIf(process.getuid?.() === 0)(
  'root without user namespaces runs Postgres as another user, also for a folder that only root can enter',
  async () => {
    await chmod(folder, 0o700);
    const programs = join(folder, 'bin');
    await mkdir(programs);
    for (const name of ['test', 'useradd']) {
      const path = name === 'test' ? '/usr/bin/test' : '/usr/sbin/useradd';
      await symlink(path, join(programs, name));
    }
    // Without `unshare` on its PATH the child finds user namespaces forbidden.
    const { child, url, pid } = await startInChild({ PATH: programs });
    expect((await stat(`/proc/${pid}`)).uid).not.toBe(0);
    await query(url, 'create table kept as select 7 as value');
    child.kill('SIGKILL');
    await untilGone(pid);
    const again = await startInChild({ PATH: programs });
    expect(await query(again.url, 'select value from kept')).toEqual([{ value: 7 }]);
    const [row] = await query<{ data: string }>(
      again.url,
      `select current_setting('data_directory') as data`,
    );
    again.child.kill('SIGKILL');
    await untilGone(again.pid);
    await rm(join(row!.data, '..'), { recursive: true });
  },
);
