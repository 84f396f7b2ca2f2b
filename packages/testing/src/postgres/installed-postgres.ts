// Starts a server from an installed PostgreSQL, for tests that run on several versions.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, stopWithParent } from '@shotclock/embedded';
import postgres from 'postgres';
import { eventually } from '../eventually.ts';
import { makeServerFolder } from './server-folder.ts';

const run = promisify(execFile);

/** Postgres runs with its default settings, except for settings that make it wait for the disk. */
const notDurableSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** The folder of the PostgreSQL 15 programs from Debian or apt.postgresql.org. */
export const postgres15Programs = '/usr/lib/postgresql/15/bin';

/** Whether the folder contains the Postgres programs. */
export const isInstalled = (programs: string): Promise<boolean> => exists(join(programs, 'postgres'));

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export type InstalledPostgres = {
  /** Connects as a superuser. */
  url: string;
  port: number;
  /** The process ID of the server. */
  pid(): number;
  /** Stops the server and keeps its data. SIGQUIT causes an immediate shutdown, SIGKILL a crash. */
  kill(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** After `kill`, starts the server again on the same port. */
  start(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
};

export type InstalledPostgresOptions = {
  /** Settings of the form `name=value`. */
  settings?: string[];
  /**
   * Paths of the server's certificate and key, and of the certificate authority for clients. If set, the server accepts
   * TLS.
   */
  tls?: { cert: string; key: string; ca?: string };
  /** Lines for pg_hba.conf. They precede the lines that trust every connection. */
  hba?: string[];
  /** The URL of the primary, if this server is a standby. */
  standbyOf?: string;
  /** Whether the server waits for the disk, as it does with its default settings. */
  durable?: boolean;
};

/** Starts a server in a temporary folder. It trusts every connection to its port on 127.0.0.1. */
export async function startInstalledPostgres(
  programs: string,
  { settings = [], tls, hba = [], standbyOf, durable = false }: InstalledPostgresOptions = {},
): Promise<InstalledPostgres> {
  const folder = await makeServerFolder('shotclock-test-postgres-15-', { durable });
  // Postgres refuses to run as root. The packages create a user named `postgres`.
  const user = process.getuid?.() === 0 ? await findUser('postgres') : undefined;
  const own = async (path: string) => user && (await chown(path, user.uid, user.gid));
  await own(folder);
  const options = { ...user, cwd: folder };
  const data = join(folder, 'data');
  if (standbyOf)
    await run(
      join(programs, 'pg_basebackup'),
      ['--pgdata', data, '--dbname', standbyOf, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
      options,
    );
  else await initialize(programs, data, options);
  if (hba.length > 0) {
    const file = join(data, 'pg_hba.conf');
    await writeFile(file, [...hba, await readFile(file, 'utf8')].join('\n'));
  }
  const certificates = { ssl_cert_file: tls?.cert, ssl_key_file: tls?.key, ssl_ca_file: tls?.ca };
  const tlsSettings = tls ? ['ssl=on'] : ['ssl=off'];
  for (const [name, file] of Object.entries(certificates)) {
    if (!file) continue;
    const copy = join(folder, name);
    await copyFile(file, copy);
    await chmod(copy, 0o600);
    await own(copy);
    tlsSettings.push(`${name}=${copy}`);
  }
  const port = await freePort();
  const all = [
    ...(durable ? [] : notDurableSettings),
    ...['unix_socket_directories=', 'listen_addresses=127.0.0.1', `port=${port}`],
    ...[...tlsSettings, ...settings],
  ];
  const url = `postgres://shotclock@127.0.0.1:${port}/postgres`;
  const args = ['-D', data, ...all.flatMap((one) => ['-c', one])];
  const start = () => startServer(join(programs, 'postgres'), args, options);
  const accepts = () => eventually(() => acceptsConnections(url), { what: 'a connection to PostgreSQL 15' });
  let server = await start();
  await accepts();
  return {
    url,
    port,
    pid: () => server.pid,
    kill: (signal = 'SIGQUIT') => server.end(signal),
    async start() {
      // After a crash, a new server exits as long as processes of the previous one are still running.
      await eventually(
        async () => {
          server = await start();
          await Promise.race([accepts(), server.exited]);
          return server.runs();
        },
        { what: 'PostgreSQL 15 to start again' },
      );
    },
    async stop() {
      await server.end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Server = {
  pid: number;
  runs(): boolean;
  exited: Promise<unknown>;
  end(signal: NodeJS.Signals): Promise<void>;
};

async function startServer(program: string, args: string[], options: object): Promise<Server> {
  const server = spawn(program, args, { ...options, detached: true, stdio: 'ignore' });
  await once(server, 'spawn');
  const pid = server.pid as number;
  const stopWatcher = stopWithParent(pid);
  const exited = once(server, 'exit').finally(stopWatcher);
  const runs = () => server.exitCode === null && server.signalCode === null;
  return {
    pid,
    runs,
    exited,
    async end(signal) {
      if (runs()) server.kill(signal);
      await exited;
    },
  };
}

async function initialize(programs: string, data: string, options: object): Promise<void> {
  const login = ['--username', 'shotclock', '--auth', 'trust'];
  const text = ['--encoding', 'UTF8', '--locale', 'C'];
  await run(join(programs, 'initdb'), ['--pgdata', data, ...login, ...text, '--no-sync'], options);
}

export async function acceptsConnections(url: string): Promise<boolean> {
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

export async function findUser(name: string): Promise<{ uid: number; gid: number }> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error(`the user ${name}, which the packages of PostgreSQL create, is missing`);
  return { uid: Number(uid), gid: Number(gid) };
}
