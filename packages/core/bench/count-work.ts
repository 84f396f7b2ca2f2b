// Measures the load that a system puts on its stores, using the servers' counters and the HTTP requests of this process.
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { connect } from 'node:net';
import type { Database } from '@shotclock/db';

export type Counters = {
  /** All client statements, including the start and end of transactions; null without `pg_stat_statements`. */
  statements: number | null;
  transactions: number;
  walBytes: number;
  walSyncs: number;
  /** Updated rows, by table. */
  updates: Map<string, { all: number; hot: number }>;
  redisCommands: number;
};

/** Reads all counters. Sessions report their work at most once a second, so wait before calling this function. */
export async function readCounters(db: Database, redisUrl: string | null): Promise<Counters> {
  const [version] = await db.orm.execute<{ n: number }>(
    `select current_setting('server_version_num')::int / 10000 as n`,
  );
  const syncs =
    version!.n >= 18
      ? `(select sum(fsyncs) from pg_stat_io where object = 'wal')`
      : '(select wal_sync from pg_stat_wal)';
  const [row] = await db.orm.execute<{ transactions: string; bytes: string; syncs: string }>(`
    select xact_commit + xact_rollback as transactions, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes, ${syncs} as syncs
    from pg_stat_database where datname = current_database()`);
  const tables = await db.orm.execute<{ relname: string; n: string; hot: string }>(
    'select relname, n_tup_upd as n, n_tup_hot_upd as hot from pg_stat_user_tables',
  );
  return {
    statements: await countStatements(db),
    transactions: Number(row!.transactions),
    walBytes: Number(row!.bytes),
    walSyncs: Number(row!.syncs),
    updates: new Map(tables.map(({ relname, n, hot }) => [relname, { all: Number(n), hot: Number(hot) }])),
    redisCommands: redisUrl === null ? 0 : await countRedisCommands(redisUrl),
  };
}

/** The position in the WAL up to which the server has written, in bytes. */
export async function walPosition(db: Database): Promise<number> {
  const [row] = await db.orm.execute<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  );
  return Number(row!.bytes);
}

/** The extension does not record the end of every transaction, so each `begin` is counted twice and ends are ignored. */
async function countStatements(db: Database): Promise<number | null> {
  const [row] = await db.orm
    .execute<{ n: string }>(`
      select sum(calls * case when query ~* '^(commit|rollback)' then 0 when query ~* '^begin' then 2 else 1 end) as n
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`)
    .catch(() => []);
  return row ? Number(row.n) : null;
}

async function countRedisCommands(url: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    socket.write('INFO stats\r\n');
    const [data] = await once(socket, 'data');
    return Number(/total_commands_processed:(\d+)/.exec(String(data))![1]);
  } finally {
    socket.destroy();
  }
}

/** Counts the HTTP requests of this process by path. */
export function countRequests(): { byPath: Map<string, number> } & Disposable {
  const byPath = new Map<string, number>();
  const count = (message: unknown) => {
    const { path } = (message as { request: ClientRequest }).request;
    byPath.set(path, (byPath.get(path) ?? 0) + 1);
  };
  diagnostics.subscribe('http.client.request.start', count);
  return { byPath, [Symbol.dispose]: () => void diagnostics.unsubscribe('http.client.request.start', count) };
}
