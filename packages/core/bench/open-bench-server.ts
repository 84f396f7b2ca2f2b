import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { postgres15Programs, startInstalledPostgres } from '@shotclock/testing';

export type BenchServer = {
  url: string;
  /** The process ID of the server; null if this process did not start it. */
  pid: number | null;
  close(): Promise<void>;
};

const log = (line: string) => process.stderr.write(`${line}\n`);
const quiet = { debug: () => undefined, info: () => undefined, warn: log, error: log };
type Settings = Record<string, string>;

/**
 * The server at `url`, or a new one: the embedded PostgreSQL 18 or Debian's PostgreSQL 15. A new server counts
 * statements, because its databases have the `pg_stat_statements` extension.
 * @param options.fullPageWrites false excludes full-page images from the figures, because these images depend on the time since
 * the last checkpoint; PostgreSQL's default is true
 */
export async function openBenchServer({
  url,
  version,
  fullPageWrites,
}: {
  url: string | undefined;
  version: string;
  fullPageWrites: boolean;
}): Promise<BenchServer> {
  if (url) return { url, pid: null, close: async () => undefined };
  const settings: Settings = {
    shared_preload_libraries: 'pg_stat_statements',
    full_page_writes: fullPageWrites ? 'on' : 'off',
  };
  const server = await (version === '15' ? openInstalled(settings) : openEmbedded(settings));
  await run(server.url, ['create extension if not exists pg_stat_statements'], 'template1');
  return server;
}

async function openInstalled(settings: Settings): Promise<BenchServer> {
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const server = await startInstalledPostgres(postgres15Programs, {
    settings: assignments,
    durable: true,
  });
  return { url: server.url, pid: server.pid(), close: server.stop };
}

async function openEmbedded(settings: Settings): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
  const start = () => startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger: quiet });
  const first = await start();
  // Preloading a library requires a server restart.
  const assignments = Object.entries(settings).map(([name, value]) => `alter system set ${name} = ${value}`);
  await run(first.url, assignments);
  await first.stop();
  const server = await start();
  return {
    url: server.url,
    pid: server.pid,
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function run(serverUrl: string, statements: string[], database?: string): Promise<void> {
  const url = new URL(serverUrl);
  if (database) url.pathname = `/${database}`;
  const db = openDatabase({ url: url.href, name: 'bench', connections: 1 });
  try {
    for (const statement of statements) await db.orm.execute(statement);
  } finally {
    await db.close();
  }
}
