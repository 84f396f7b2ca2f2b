import type { PostgresConnector } from '@shotclock/runtime';
import { PostgresConnection } from 'bullmq';
import pg from 'pg';
import { PostgresClient, postgresClientConfig } from './postgres-client.ts';

/** The schema of BullMQ's tables. */
const schema = 'bullmq';
/** Time without traffic in milliseconds before a lost connection is searched for. */
const keepAliveDelayMs = 10_000;

export type QueuePoolConfig = Required<Pick<pg.PoolConfig, 'connectionTimeoutMillis' | 'query_timeout'>> & {
  url: string;
  /** See `postgresClientConfig`. */
  name: string;
  /** Maximum number of sessions. A worker uses one of them to listen for notifications. */
  max: number;
};

/**
 * BullMQ's connection with a pool that Shotclock creates, whose clients have an error listener also while a session opens and closes. With a
 * pool of its own, BullMQ has none then. If Postgres terminates the session, the error would end this process.
 */
export class QueuePostgresConnection extends PostgresConnection {
  readonly #pool: pg.Pool;
  readonly #connector: PostgresConnector;
  #closing: Promise<void> | null = null;

  constructor({ url, name, ...config }: QueuePoolConfig) {
    const { connector, ...client } = postgresClientConfig(url, name);
    const options: pg.PoolConfig & { schema: string } = {
      ...client,
      ...config,
      // The types describe classes without parameters only. The pool passes its own options.
      Client: PostgresClient as unknown as NonNullable<pg.PoolConfig['Client']>,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      schema,
    };
    const pool = new pg.Pool(options);
    super(pool);
    this.#pool = pool;
    this.#connector = connector;
  }

  override close(): Promise<void> {
    this.#closing ??= super
      .close()
      .then(() => this.#pool.end())
      .finally(() => this.#connector.close());
    return this.#closing;
  }
}
