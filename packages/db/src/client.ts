import { DrizzleQueryError } from 'drizzle-orm';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { changesChannel, createChangeNotifier } from './change-notifier.ts';
import { createCommitNotifier, workChannel } from './commit-notifier.ts';
import { connectClient } from './connect-client.ts';
import { DatabaseError } from './database-error.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { createNotificationListener, type Listen } from './notification-listener.ts';
import { type PoolUsage, trackPool } from './pool-usage.ts';
import * as schema from './schema/index.ts';
import { sharesSessions } from './shared-sessions.ts';

/** The pool or one of its transactions. Both can run statements. */
export type Queryable = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

export type Database = {
  orm: Queryable;
  /**
   * Runs `work` in one transaction; a rejection rolls it back. At most `transactions` of them run at a time, and others
   * wait.
   * @param last runs a prepared statement with the result of `work`. The statement is sent together with the commit. If it fails,
   * the transaction is rolled back and rejects. The function must start the statement before it awaits anything
   */
  transaction<T>(
    work: (tx: Queryable) => Promise<T>,
    last?: (tx: Queryable, result: T) => Promise<unknown>,
  ): Promise<T>;
  /** Runs `work` in a read-only transaction with a single snapshot, so that counts and lists match. */
  snapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Limits transactions to 15 s on PostgreSQL 17 or later. The limit applies to the connection that this call uses and to
   * connections that are opened later, so make this call first. Connections that are already open have no limit until the
   * driver replaces them, within an hour. Resolves with the names of timeouts that are missing from sessions because a
   * pooler such as PgBouncer dropped them.
   */
  limitTransactions(): Promise<string[]>;
  /** Whether a pooler shares a server session among several clients, which Shotclock does not support (see `sharesSessions`). */
  sharesSessions(): Promise<boolean>;
  /**
   * Calls `onMessage` with the payload of each notification on `channel`. Calls `onListening` after each subscription,
   * including after a lost connection: notifications in between are lost, so the caller must then read the tables. A
   * connection that stops delivering notifications is replaced within 20 s. Rejects if the first attempt fails; the
   * driver keeps trying until the database is available.
   */
  listen: Listen;
  /**
   * Notifies the account's event streams within 0.2 s. Call this after committing changes that the streams report. Never throws.
   */
  changed(accountId: number): void;
  /** The pool's current usage. */
  poolUsage(): PoolUsage;
  close(): Promise<void>;
};

/** The driver's own delays grow to 20 s, which would hold up work after an outage. */
const reconnectSeconds = (failures: number) => Math.min(0.1 * 2 ** failures, 1);

/**
 * A process that hangs keeps its transaction open, with locks on rows that other processes need. Postgres therefore
 * terminates transactions that are waiting for their client (`idle_…`) and statements that take too long. Times are in
 * milliseconds.
 */
const sessionTimeouts = { idle_in_transaction_session_timeout: 10_000, statement_timeout: 20_000 };

const timeoutNames = Object.keys(sessionTimeouts)
  .map((name) => `'${name}'`)
  .join();

/**
 * Neither timeout applies between the parsing of a statement and the receipt of its parameter values, but the transaction
 * limit does. A transaction that waits for a lock usually started after the transaction that holds it, so the limit
 * terminates the holder first.
 */
const transactionMs = 15_000;
/** The first Postgres version with `transaction_timeout`. Older versions reject connections that set it. */
const transactionTimeoutVersion = 170_000;
const defaultConnections = 10;

/**
 * Creates a pool of connections, which are opened on demand. A statement may take 20 s and, after
 * `limitTransactions`, a transaction 15 s.
 * @param options.connections maximum number of connections; 10 if omitted
 * @param options.transactions maximum number of connections that `transaction` uses at the same time; all connections if
 * omitted. The others remain free for reads, which would otherwise wait for all earlier transactions.
 */
export function openDatabase(options: {
  url: string;
  name: string;
  connections?: number;
  transactions?: number;
  /** Interval between checks of the `listen` connection; 15 s if omitted. Only tests set it. */
  listenCheckMs?: number;
  /** Receives each statement before it is sent, except statements that begin and end transactions. */
  onStatement?: (text: string, parameters: unknown[]) => void;
}): Database {
  const { connections = defaultConnections, transactions = connections } = options;
  const limited = limitConcurrency(transactions);
  const clientOptions = {
    backoff: reconnectSeconds,
    connection: { application_name: options.name, ...sessionTimeouts },
  };
  const { client, end } = connectClient(options.url, { ...clientOptions, max: connections });
  const pool = trackPool(client, connections);
  const { onStatement } = options;
  const config = {
    schema,
    casing: 'snake_case' as const,
    logger: onStatement ? { logQuery: onStatement } : false,
  };
  const orm = drizzle(pool.client, config);
  const notifier = createChangeNotifier((payloads) => {
    const accounts = `{${payloads.map((ids) => `"${ids}"`).join()}}`;
    // This statement does not belong to a verb, so `onStatement` does not receive it.
    return pool.client.unsafe(
      `select pg_notify('${changesChannel}', ids) from unnest('${accounts}'::text[]) ids`,
      [],
    );
  });
  const notify = (channel: string, payload: string) =>
    pool.client.unsafe(`select pg_notify('${channel}', '${payload}')`, []);
  const committed = createCommitNotifier(() => notify(workChannel, ''));
  const listener = createNotificationListener({
    connect: (onSocket) => connectClient(options.url, { ...clientOptions, max: 1 }, onSocket),
    notify,
    intervalMs: options.listenCheckMs,
  });
  const snapshots = drizzle(beginning(pool.client, 'isolation level repeatable read read only'), config);
  return {
    orm,
    transaction: (work, last) =>
      pool.whileQueued((begin) =>
        limited(() => {
          begin();
          return runTransaction(orm, work, last, committed);
        }),
      ),
    snapshot: (work) => runTransaction(snapshots, work),
    async limitTransactions() {
      const { connection } = client.options;
      return client.begin(async (tx) => {
        const [row] = await tx.unsafe<{ version: number; missing: string[] }[]>(
          `select current_setting('server_version_num')::integer as version,
            array(select name from pg_settings where name in (${timeoutNames}) and setting = '0' order by name) as missing`,
        );
        const { version, missing } = row!;
        if (version >= transactionTimeoutVersion && !('transaction_timeout' in connection)) {
          await tx.unsafe(`set transaction_timeout = ${transactionMs}`);
          Object.assign(connection, { transaction_timeout: transactionMs });
        }
        return missing;
      });
    },
    sharesSessions: () => sharesSessions(client, connections),
    listen: listener.listen,
    changed: notifier.changed,
    poolUsage: pool.usage,
    async close() {
      notifier.close();
      await Promise.all([listener.end(), end()]);
    },
  };
}

/** A client whose transactions have this mode. Drizzle would set the mode with a separate statement. */
function beginning(client: Sql, mode: string): Sql {
  return new Proxy(client, {
    get: (target, property) =>
      property === 'begin'
        ? (work: Parameters<Sql['begin']>[0]) => target.begin(mode, work as never)
        : Reflect.get(target, property),
  });
}

/** Rejects with the unchanged error from `work`, or with a DatabaseError if the transaction itself fails. */
async function runTransaction<T>(
  orm: Queryable,
  work: (tx: Queryable) => Promise<T>,
  last: (tx: Queryable, result: T) => Promise<unknown> = async () => undefined,
  onCommitted: (tx: Queryable) => void = () => undefined,
): Promise<T> {
  let running: Queryable | undefined;
  let failed: { error: unknown } | undefined;
  let ending: Promise<unknown> | undefined;
  try {
    const committed = await orm.transaction(async (tx) => {
      running = tx;
      try {
        const result = await work(tx);
        // This is not awaited here, so that the driver sends COMMIT without waiting for the statement. If the statement
        // fails, Postgres rolls back instead, and only the statement rejects.
        ending = last(tx, result);
        ending.catch(() => undefined);
        return result;
      } catch (error) {
        failed = { error };
        throw error;
      }
    });
    await ending;
    if (running) onCommitted(running);
    return committed;
  } catch (error) {
    if (failed?.error === error || error instanceof DrizzleQueryError) throw error;
    throw new DatabaseError(error);
  }
}

/** Rejects if the database does not respond. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.orm.execute('select 1');
}
