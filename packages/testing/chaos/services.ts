// The stores of a system. Postgres and Redis keep their address when they are killed and started again.
import { join } from 'node:path';
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from '@shotclock/embedded';
import { quietLogger } from '../src/quiet-logger.ts';
import { startRedis, type TestRedis } from '../src/start-redis.ts';

export type PostgresService = {
  url: string;
  pid(): number;
  /** Ends it at once: SIGQUIT is Postgres's own immediate shutdown, SIGKILL a crash. */
  kill(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export type RedisService = {
  url: string;
  /** Ends it at once, and all that it held is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Empties it while it runs. */
  empty(): Promise<void>;
  /** It stands still: connections stay open, and nothing is answered until `resume`. */
  pause(): void;
  resume(): void;
};

/** @param durable whether what is committed survives a crash; costs time */
export async function startPostgresService(folder: string, durable: boolean): Promise<PostgresService> {
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
