import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';

export type BenchDatabase = {
  url: string;
  /** The process ID of the server. Its child processes serve the connections. */
  pid: number;
  close(): Promise<void>;
};

const name = 'shotclock_bench_api';
const log = (line: string) => process.stderr.write(`${line}\n`);
const logger = { debug: () => undefined, info: () => undefined, warn: log, error: log };

/** Creates an empty database on a new server, or on the server at `url`, which must run on the same machine. */
export async function openBenchDatabase(url: string | undefined, folder: string): Promise<BenchDatabase> {
  if (url === undefined) {
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger });
    await migrate(server.url);
    return { url: server.url, pid: server.pid, close: server.stop };
  }
  const admin = openDatabase({ url, name: 'bench', connections: 1 });
  const own = new URL(url);
  own.pathname = `/${name}`;
  await admin.orm.execute(`drop database if exists ${name} with (force)`);
  await admin.orm.execute(`create database ${name}`);
  await migrate(own.href);
  return {
    url: own.href,
    pid: await serverPid(admin),
    async close() {
      await admin.orm.execute(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}

/** The parent of the process that serves a connection. */
async function serverPid(db: Database): Promise<number> {
  const [row] = await db.orm.execute<{ pid: number }>('select pg_backend_pid() as pid');
  const status = await readFile(`/proc/${row!.pid}/status`, 'utf8');
  return Number(/^PPid:\s+(\d+)/m.exec(status)![1]);
}
