import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { retry, StartError } from '@shotclock/runtime';
import postgres from 'postgres';
import { installedPostgres } from './binaries.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { ensureCluster } from './ensure-cluster.ts';
import { freePort } from './free-port.ts';
import { identityForFolder, postgresIdentity } from './identity.ts';
import { stopOrphan } from './orphan.ts';
import { clusterFolder, runnablePrograms } from './places.ts';
import { NotStartedError, startPostmaster } from './postmaster.ts';
import type { ServiceLogger } from './service-logger.ts';
import { whyItEnded } from './why-it-ended.ts';

const ATTEMPTS = 4;
const RETRY_MS = 500;

export type EmbeddedPostgresOptions = {
  /** The cluster's folder, created when missing. `<dataDir>.lock` and `<dataDir>.password` stand beside it. */
  dataDir: string;
  /** A port of 127.0.0.1; any free one when left out. */
  port?: number;
  /** False gives up safety against power loss for speed: for tests only. */
  durable?: boolean;
  logger: ServiceLogger;
};

export type EmbeddedPostgres = {
  /** With credentials, for the database `shotclock`. */
  url: string;
  pid: number;
  /** Resolves when the server has ended, with why and what to do, as the end of a sentence. */
  exited: Promise<string>;
  /** Fast shutdown: open transactions are rolled back. Resolves when the server has ended; may be called twice. */
  stop(): Promise<void>;
};

/**
 * Runs Postgres on `dataDir`, which is created at the first start and continued at every later one, also after this
 * process or the server was killed.
 * @throws StartError when the folder is owned by another Shotclock or cannot be used, or the port is taken
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const lock = await own(dataDir);
  try {
    const { url, server, cluster } = await start({ ...options, dataDir });
    const exited = server.exited.then((lastLines) => whyItEnded(cluster, lastLines));
    void server.exited.then(() => lock.release());
    const stop = async () => {
      await server.stop();
      await lock.release();
    };
    return { url, pid: server.pid, exited, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function start({ dataDir, port: wanted, durable = true, logger }: EmbeddedPostgresOptions) {
  const anyone = await postgresIdentity();
  const cluster = await clusterFolder(anyone, dataDir);
  const identity = await identityForFolder(anyone, cluster);
  const programs = await runnablePrograms(identity, await installedPostgres());
  await stopOrphan(cluster, logger);
  const password = await ensureCluster({
    identity,
    programs,
    cluster,
    passwordFile: `${dataDir}.password`,
    durable,
  });
  const attemptStart = async () => {
    const port = await portFor(wanted);
    const url = (database: string) => `postgres://shotclock:${password}@127.0.0.1:${port}/${database}`;
    const connect = () => ensureDatabase(url('postgres'), 'shotclock');
    const server = await startPostmaster({ identity, programs, cluster, port, durable, logger, connect });
    return { url: url('shotclock'), server, cluster };
  };
  try {
    // Another process may have taken the port meanwhile, or backends of a killed server may still be ending.
    return await retry(attemptStart, {
      attempts: ATTEMPTS,
      delayMs: (attempt) => RETRY_MS * attempt,
      shouldRetry: (error) => !(error instanceof StartError),
      onRetry: (err, attempt) => logger.warn({ err, attempt }, 'Postgres did not start; retrying'),
    });
  } catch (error) {
    throw await asStartError(error, cluster);
  }
}

async function asStartError(error: unknown, cluster: string): Promise<unknown> {
  if (!(error instanceof NotStartedError)) return error;
  const why = await whyItEnded(cluster, error.lastLines);
  return new StartError(`The embedded database does not start: ${why}.`, { cause: error });
}

async function own(dataDir: string): Promise<DataDirLock> {
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    return await lockDataDir(dataDir);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw cause;
    throw new StartError(`${dirname(dataDir)} cannot be written (${code}): set DATA_DIR to another folder.`, {
      cause,
    });
  }
}

async function portFor(wanted: number | undefined): Promise<number> {
  try {
    return await freePort(wanted);
  } catch (cause) {
    throw new StartError(`Port ${wanted} of 127.0.0.1 cannot be used for Postgres: choose another one.`, {
      cause,
    });
  }
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`;
    if (found.length === 0) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
