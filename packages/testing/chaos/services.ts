// The stores of a system. Postgres and Redis keep their ports across restarts.
import { join } from 'node:path';
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from '@shotclock/embedded';
import { postgres15Programs, startInstalledPostgres } from '../src/postgres/installed-postgres.ts';
import { quietLogger } from '../src/quiet-logger.ts';
import { startRedis, type TestRedis } from '../src/redis/start-redis.ts';

/** The embedded PostgreSQL 18, or PostgreSQL 15 from Debian with its default settings. */
export type PostgresVersion = '15' | '18';

export type PostgresService = {
  url: string;
  pid(): number;
  /** SIGQUIT causes an immediate shutdown of Postgres, and SIGKILL a crash. */
  kill(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export type RedisService = {
  url: string;
  /** Kills the server; its data is lost. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Deletes all data of the running server. */
  empty(): Promise<void>;
  /** Suspends the server: connections remain open without responses until `resume`. */
  pause(): void;
  resume(): void;
};

/** @param durable whether commits survive a crash, which makes the server slower */
export function startPostgresService(
  folder: string,
  { version, durable }: { version: PostgresVersion; durable: boolean },
): Promise<PostgresService> {
  return version === '15'
    ? startInstalledPostgres(postgres15Programs, { durable })
    : startEmbeddedService(folder, durable);
}

async function startEmbeddedService(folder: string, durable: boolean): Promise<PostgresService> {
  const port = await freePort();
  const start = () =>
    startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), port, durable, logger: quietLogger });
  let server: EmbeddedPostgres = await start();
  return {
    url: server.url,
    pid: () => server.pid,
    async kill(signal = 'SIGQUIT') {
      process.kill(server.pid, signal);
      await server.stop();
    },
    async start() {
      server = await start();
    },
    stop: () => server.stop(),
  };
}

export async function startRedisService(): Promise<RedisService> {
  let server: TestRedis = await startRedis();
  const { url, port } = server;
  return {
    url,
    kill: () => server.stop(),
    async start() {
      server = await startRedis({ port });
    },
    empty: () => server.empty(),
    pause: () => server.pause(),
    resume: () => server.resume(),
  };
}
