import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/index.ts';
import { processStart } from '../src/process-start.ts';
import { silentLogger } from './silent-logger.fixture.ts';

const runPostgres = fileURLToPath(new URL('run-postgres.fixture.ts', import.meta.url));

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
  const server = await startEmbeddedPostgres({ dataDir, durable: false, logger: silentLogger, ...options });
  running.push(server);
  return server;
}

async function startInChild(
  env?: Record<string, string>,
): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const child = spawn(process.execPath, [runPostgres, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
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

async function processExited(pid: number): Promise<void> {
  await vi.waitFor(async () => expect(await processStart(pid)).toBeUndefined(), { timeout: 20_000 });
}

test('the first start creates a UTF-8 database that requires a password, and the server listens only on 127.0.0.1', async () => {
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

describe('with an existing cluster', () => {
  let existing: string;
  beforeAll(async () => {
    existing = await mkdtemp(join(tmpdir(), 'shotclock-embedded-'));
    await (
      await startEmbeddedPostgres({
        dataDir: join(existing, 'postgres'),
        durable: false,
        logger: silentLogger,
      })
    ).stop();
  });
  beforeEach(() => {
    dataDir = join(existing, 'postgres');
  });
  afterAll(() => rm(existing, { recursive: true, force: true, maxRetries: 5 }));

  test('stop shuts the server down, and the next start continues with its data', async () => {
    const first = await start();
    await query(first.url, 'create table stopped as select 7 as value');
    await first.stop();
    expect(await processStart(first.pid)).toBeUndefined();
    const second = await start();
    expect(await query(second.url, 'select value from stopped')).toEqual([{ value: 7 }]);
  });

  test('fsync is on by default', async () => {
    const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
    running.push(server);
    expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  });

  test('a data directory that is in use is rejected, and the error contains the PID of the other process', async () => {
    const { child } = await startInChild();
    await expect(start()).rejects.toThrow(
      `the data directory ${dataDir} is in use by another Shotclock process (pid ${child.pid})`,
    );
  });

  test('startup continues with the existing data after the owner and its Postgres were killed', async () => {
    const { child, url, pid } = await startInChild();
    await query(url, 'create table killed as select 7 as value');
    process.kill(pid, 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await start();
    expect(await query(server.url, 'select value from killed')).toEqual([{ value: 7 }]);
  });

  test("startup stops a killed owner's Postgres and continues with its data", async () => {
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

  test('Postgres exits when its owner is killed', async () => {
    const { child, pid } = await startInChild();
    child.kill('SIGKILL');
    await processExited(pid);
  });

  test('a pid file that contains the PID of an unrelated process does not prevent startup', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
    const second = await start();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('startup refuses to replace a deleted cluster with an empty one', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 7 as value');
    await first.stop();
    const backup = `${dataDir}.backup`;
    await rename(dataDir, backup);
    await expect(start()).rejects.toThrow(
      `the database in ${dataDir} is missing, but its password is still in ${dataDir}.password; restore the folder from a backup, or delete the password file`,
    );
    await rename(backup, dataDir);
    const second = await start();
    expect(await query(second.url, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  test('a port that is in use is rejected, and the error contains its number', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    await expect(start({ port })).rejects.toThrow(`Postgres cannot use port ${port} of 127.0.0.1`);
    taken.close();
  });

  test('stop closes open sessions and can be called twice', async () => {
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
});

test('startup replaces the incomplete cluster that a killed startup left behind', async () => {
  await mkdir(join(`${dataDir}.new`, 'data'), { recursive: true });
  await writeFile(join(`${dataDir}.new`, 'data', 'PG_VERSION'), '18\n');
  await mkdir(dataDir);
  const { url } = await start();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.password']);
});

test("if the cluster is deleted, the reason for the server's exit contains the cluster's path", async () => {
  const server = await start();
  await rename(dataDir, `${dataDir}.renamed`);
  process.kill(server.pid, 'SIGKILL');
  expect(await server.exited).toBe(`its folder ${dataDir} is missing; restore it from a backup`);
});

test('a folder that contains other files is rejected and left unchanged', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'thesis.txt'), 'years of work');
  await expect(start()).rejects.toThrow('contains files that are not Postgres data');
  expect(await readdir(dataDir)).toEqual(['thesis.txt']);
});

// Only root can run Postgres as another user. The tests above cover all other users.
test.runIf(process.getuid?.() === 0)(
  'root without user namespaces runs Postgres as another user, even for a folder that only root can access',
  async () => {
    await chmod(folder, 0o700);
    const programs = join(folder, 'bin');
    await mkdir(programs);
    for (const name of ['test', 'useradd']) {
      const path = name === 'test' ? '/usr/bin/test' : '/usr/sbin/useradd';
      await symlink(path, join(programs, name));
    }
    // Without `unshare` on its PATH, the child cannot create user namespaces.
    const { child, url, pid } = await startInChild({ PATH: programs });
    expect((await stat(`/proc/${pid}`)).uid).not.toBe(0);
    await query(url, 'create table kept as select 7 as value');
    child.kill('SIGKILL');
    await processExited(pid);
    const again = await startInChild({ PATH: programs });
    expect(await query(again.url, 'select value from kept')).toEqual([{ value: 7 }]);
    const [row] = await query<{ data: string }>(
      again.url,
      `select current_setting('data_directory') as data`,
    );
    again.child.kill('SIGKILL');
    await processExited(again.pid);
    await rm(join(row!.data, '..'), { recursive: true });
  },
);
