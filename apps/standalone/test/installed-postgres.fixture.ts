// An installed Postgres with all its programs. The Postgres in the npm package does not include pg_dump and pg_restore.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@shotclock/embedded';
import { eventually } from '@shotclock/testing';

const run = promisify(execFile);
const needed = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'createdb'];

/** The folder of the newest installed Postgres that includes all these programs; undefined if there is none. */
export const installedPostgres: string | undefined = [
  ...globSync('/usr/lib/postgresql/*/bin'),
  ...globSync('/usr/pgsql-*/bin'),
  ...globSync('/opt/homebrew/opt/postgresql@*/bin'),
]
  .toSorted()
  .findLast((folder) => needed.every((name) => exists(join(folder, name))));

export type InstalledServer = {
  /** Returns the URL of a database. */
  url(database: string): string;
  /** Runs a program of this Postgres. */
  run(program: string, args: string[]): Promise<unknown>;
  stop(): Promise<void>;
};

/** Starts a new server from the programs in `bin`, with an empty database `shotclock`. */
export async function startInstalledPostgres(bin: string): Promise<InstalledServer> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const url = (database: string) => `postgres://shotclock@127.0.0.1:${port}/${database}`;
  const initdb = command(bin, 'initdb', ['-D', data, '-U', 'shotclock', '-A', 'trust', '--no-sync']);
  await run(initdb.program, initdb.args, { cwd: '/' });
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', `port=${port}`];
  const server = command(bin, 'postgres', ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]);
  const child = spawn(server.program, server.args, { cwd: '/', stdio: 'ignore' });
  const exit = once(child, 'exit');
  const runProgram = (program: string, args: string[]) => run(join(bin, program), args);
  const created = () => runProgram('createdb', ['--maintenance-db', url('postgres'), 'shotclock']);
  await eventually(() => created().then(() => true), { timeoutMs: 30_000, what: 'Postgres to start' });
  return {
    url,
    run: runProgram,
    async stop() {
      child.kill('SIGINT');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Postgres refuses to run as root, and initdb requires a user with a name. */
function command(bin: string, name: string, args: string[]) {
  const path = join(bin, name);
  if (process.getuid?.() !== 0) return { program: path, args };
  const nobody = ['--user', '--map-user=65534', '--map-group=65534', '--'];
  return { program: 'unshare', args: [...nobody, path, ...args] };
}

function exists(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}
