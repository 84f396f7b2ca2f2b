import type { PostgresConnector } from '@shotclock/runtime';
import { PostgresConnection } from 'bullmq';
import pg from 'pg';
import { PostgresClient, postgresClientConfig } from './postgres-client.ts';

/** The schema of BullMQ's tables. */
const schema = 'bullmq';
/** Time without traffic, in milliseconds, after which TCP keep-alive checks whether the connection is lost. */
const keepAliveDelayMs = 10_000;

export type QueuePoolConfig = Required<Pick<pg.PoolConfig, 'connectionTimeoutMillis' | 'query_timeout'>> & {
  url: string;
  /** See `postgresClientConfig`. */
  name: string;
  /** Maximum number of sessions, including the one on which a worker listens for notifications. */
  max: number;
};

/**
 * Creates BullMQ's connection with Shotclock's pool, whose clients have an error listener even while a session opens or
 * closes. BullMQ's own pool has no listener at those times, so if Postgres then terminates a session, this process would
 * terminate as well.
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
      // The types describe only classes without constructor parameters. The pool passes its own options.
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
