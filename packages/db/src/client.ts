import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

/** Where a statement runs: the pool, or one transaction of it. */
export type Queryable = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

export type Database = {
  orm: Queryable;
  /** Runs `work` in one transaction; a rejection rolls it back. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs reading `work` on one state of the database, so that what it counts is what it lists. Writing is refused. */
  snapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * From now on Postgres, 17 or newer, ends every transaction of the pool that takes 15 s: on the connection that this is
   * told, and on those that are dialled afterwards. So call it first; others have no such limit until the driver
   * replaces them, within the hour.
   */
  limitTransactions(): Promise<void>;
  /**
   * Calls `onMessage` with each payload notified on `channel`, and `onListening` whenever the subscription was made or made
   * again after the connection was lost: what was notified in between is gone, so look at the tables then.
   * Rejects when the first attempt fails; the subscription is made nevertheless, as soon as the database is there.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onListening: () => void,
  ): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
};

/** The driver's own pauses grow to 20 s, which a database that is back would be kept waiting. */
const reconnectSeconds = (failures: number) => Math.min(0.1 * 2 ** failures, 1);

/**
 * A process that stands still keeps its transaction, and with it the rows that everybody changes. So Postgres ends what
 * waits for its client (`idle_…`), and what does not come to its end (milliseconds).
 */
const patience = { idle_in_transaction_session_timeout: 10_000, statement_timeout: 20_000 };

/**
 * Neither counts between the halves of a statement, when it was parsed and its values are awaited: only the time of the
 * transaction does. Who waits for a row began later than who keeps it, and so is not the one who is ended.
 */
const transactionMs = 15_000;
/** The first Postgres that knows `transaction_timeout`; an older one would refuse a connection that names it. */
const limitsTransactions = 170_000;

/**
 * Opens a pool of connections. Nothing is dialled before the first statement; none may take longer than 20 s,
 * nor, once `limitTransactions` was called, a transaction longer than 15 s.
 * @param options.connections connections of the pool at most (10)
 */
export function openDatabase(options: { url: string; name: string; connections?: number }): Database {
  const client = postgres(options.url, {
    max: options.connections ?? 10,
    connect_timeout: 10,
    backoff: reconnectSeconds,
    connection: { application_name: options.name, ...patience },
    onnotice: () => {},
  });
  const orm = drizzle(client, { schema, casing: 'snake_case' });
  return {
    orm,
    transaction: (work) => orm.transaction(work),
    snapshot: (work) => orm.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
    async limitTransactions() {
      const { connection } = client.options;
      if ('transaction_timeout' in connection) return;
      await client.begin(async (tx) => {
        const [row] = await tx<{ version: number }[]>`
          select current_setting('server_version_num')::integer as version`;
        if (row!.version < limitsTransactions) return;
        await tx.unsafe(`set transaction_timeout = ${transactionMs}`);
        Object.assign(connection, { transaction_timeout: transactionMs });
      });
    },
    async listen(channel, onMessage, onListening) {
      const { unlisten } = await client.listen(channel, onMessage, onListening);
      return { close: unlisten };
    },
    close: () => client.end({ timeout: 5 }),
  };
}

/** Rejects when the database does not answer. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.orm.execute('select 1');
}
