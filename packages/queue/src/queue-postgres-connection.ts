import { PostgresConnection } from 'bullmq';
import pg from 'pg';

/** The schema of BullMQ's tables. */
const schema = 'bullmq';
/** Time without traffic in milliseconds before a lost connection is searched for. */
const keepAliveDelayMs = 10_000;

export type QueuePoolConfig = Required<
  Pick<pg.PoolConfig, 'connectionString' | 'application_name' | 'connectionTimeoutMillis' | 'query_timeout'>
> & {
  /** Maximum number of sessions. A worker uses one of them to listen for notifications. */
  max: number;
};

/**
 * BullMQ's connection with a pool of ours. With a pool of its own, BullMQ has no error listener on a session while the session opens
 * and while it closes. If Postgres terminates a session then, the error would end this process.
 */
export class QueuePostgresConnection extends PostgresConnection {
  readonly #pool: pg.Pool;
  #closing: Promise<void> | null = null;

  constructor(config: QueuePoolConfig) {
    const pool = new pg.Pool({
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      options: `-c search_path=${schema}`,
    });
    // The pool emits this before anything else can use the session. Statements fail with the same error, which is handled there.
    pool.on('connect', (client) => client.on('error', () => undefined));
    super(pool);
    this.#pool = pool;
  }

  override close(): Promise<void> {
    this.#closing ??= super.close().then(() => this.#pool.end());
    return this.#closing;
  }
}
