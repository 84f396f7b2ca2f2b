import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { retry, StartError } from '@shotclock/runtime';
import postgres from 'postgres';
import { createClusterParent, runnablePrograms } from './accessible-folders.ts';
import { findBundledPostgres } from './bundled-postgres.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { describeExit } from './describe-exit.ts';
import { ensureCluster } from './ensure-cluster.ts';
import type { FileLock } from './file-lock.ts';
import { freePort } from './free-port.ts';
import { identityForFolder, postgresIdentity } from './identity.ts';
import type { PostgresLogger } from './postgres-logger.ts';
import { NotStartedError, startPostmaster } from './postmaster.ts';
import { postgresUrl } from './running-postgres.ts';
import { stopLeftoverServer } from './stop-leftover-server.ts';

const maxAttempts = 4;
const retryDelayMs = 500;

export type EmbeddedPostgresOptions = {
  /** The folder of the cluster, created if it does not exist. `<dataDir>.lock` and `<dataDir>.password` are next to it. */
  dataDir: string;
  /** The port on 127.0.0.1; any free port by default. */
  port?: number;
  /**
   * Whether commits survive a power failure; true by default. False is faster but suitable only for tests, because a
   * power failure can destroy the data.
   */
  durable?: boolean;
  logger: PostgresLogger;
};

export type EmbeddedPostgres = {
  /** URL of the `shotclock` database, with credentials. */
  url: string;
  pid: number;
  /** Resolves once the server has exited, with the reason and a suggested fix as the end of a sentence. */
  exited: Promise<string>;
  /**
   * Starts a fast shutdown, which rolls back open transactions. Resolves when the server has exited. Can be called more than
   * once.
   */
  stop(): Promise<void>;
};

/**
 * Runs Postgres on `dataDir`. The first start creates the cluster; later starts continue with its data, even after this
 * process or the server was killed.
 * @throws StartError if another Shotclock process uses the folder, the folder cannot be used, or the port is in use
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const lock = await lockInParentFolder(dataDir);
  try {
    const { url, server, cluster } = await start({ ...options, dataDir });
    const exited = server.exited.then((lastLines) => describeExit(cluster, lastLines));
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

async function start({ dataDir, port: requestedPort, durable = true, logger }: EmbeddedPostgresOptions) {
  const defaultIdentity = await postgresIdentity();
  const cluster = await createClusterParent(defaultIdentity, dataDir);
  const identity = await identityForFolder(defaultIdentity, cluster);
  const programs = await runnablePrograms(identity, await findBundledPostgres());
  await stopLeftoverServer(cluster, logger);
  const password = await ensureCluster({
    identity,
    programs,
    cluster,
    passwordFile: `${dataDir}.password`,
    durable,
  });
  const attemptStart = async () => {
    const port = await choosePort(requestedPort);
    const url = (database: string) => postgresUrl({ password, port, database });
    const connect = () => ensureDatabase(url('postgres'), 'shotclock');
    const server = await startPostmaster({ identity, programs, cluster, port, durable, logger, connect });
    return { url: url('shotclock'), server, cluster };
  };
  try {
    // Another process may have taken the port in the meantime, or a killed server's backends may still be exiting.
    return await retry(attemptStart, {
      attempts: maxAttempts,
      delayMs: (attempt) => retryDelayMs * attempt,
      shouldRetry: (error) => !(error instanceof StartError),
      onRetry: (err, attempt) => logger.warn({ err, attempt }, 'Postgres did not start; retrying'),
    });
  } catch (error) {
    throw await toStartError(error, cluster);
  }
}

async function toStartError(error: unknown, cluster: string): Promise<unknown> {
  if (!(error instanceof NotStartedError)) return error;
  const reason = await describeExit(cluster, error.lastLines);
  return new StartError(`the embedded database does not start: ${reason}`, { cause: error });
}

async function lockInParentFolder(dataDir: string): Promise<FileLock> {
  try {
    await mkdir(dirname(dataDir), { recursive: true, mode: 0o700 });
    return await lockDataDir(dataDir);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw cause;
    throw new StartError(`${dirname(dataDir)} is not writable (${code}); set DATA_DIR to another folder`, {
      cause,
    });
  }
}

async function choosePort(requestedPort: number | undefined): Promise<number> {
  try {
    return await freePort(requestedPort);
  } catch (cause) {
    throw new StartError(`Postgres cannot use port ${requestedPort} of 127.0.0.1; choose another port`, {
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
