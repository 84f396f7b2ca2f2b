// A server of an installed PostgreSQL, for tests that run on several versions.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, stopWithParent } from '@shotclock/embedded';
import postgres from 'postgres';
import { eventually } from './eventually.ts';

const run = promisify(execFile);

/** Postgres has its default settings, except those that make it wait for the disk. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'unix_socket_directories='];

/** The folder of the programs of PostgreSQL 15 from Debian or from apt.postgresql.org. */
export const postgres15Programs = '/usr/lib/postgresql/15/bin';

export const isInstalled = (programs: string): Promise<boolean> =>
  access(join(programs, 'postgres')).then(
    () => true,
    () => false,
  );

/** Starts a server in a temporary folder. It trusts every connection to its port on 127.0.0.1. */
export async function startInstalledPostgres(
  programs: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-test-postgres-15-'));
  // Postgres refuses to run as root. The packages create the user `postgres`.
  const user = process.getuid?.() === 0 ? await findUser('postgres') : undefined;
  if (user) await chown(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  const data = join(folder, 'data');
  await run(
    join(programs, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'shotclock',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-sync',
    ],
    options,
  );
  const port = await freePort();
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      data,
      ...[...settings, 'listen_addresses=127.0.0.1', `port=${port}`].flatMap((one) => ['-c', one]),
    ],
    { ...options, detached: true, stdio: 'ignore' },
  );
  await once(server, 'spawn');
  const stopWatcher = stopWithParent(server.pid as number);
  const url = `postgres://shotclock@127.0.0.1:${port}/postgres`;
  await eventually(() => accepts(url), { what: 'a connection to PostgreSQL 15' });
  return {
    url,
    async stop() {
      const exited = once(server, 'exit');
      server.kill('SIGINT');
      await exited;
      stopWatcher();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end();
  }
}

async function findUser(name: string): Promise<{ uid: number; gid: number }> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error(`the user ${name}, which the packages of PostgreSQL create, is missing`);
  return { uid: Number(uid), gid: Number(gid) };
}
