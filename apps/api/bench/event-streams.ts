// `pnpm bench:events [--listeners=N] [--accounts=N] [--captures=N]`: measures the cost of event streams. Uses real
// Postgres and API processes, and listeners in another process. Prints the API's memory usage, database connections and
// statements with and without listeners, and the time from a capture request until every listener has received the event.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createAccount, createApiKey } from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { type Database, openDatabase } from '@shotclock/db';
import { createFilesystemStore } from '@shotclock/storage';
import { openBenchDatabase } from './open-bench-database.ts';
import { startApi } from './start-servers.ts';

const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '1000' },
    accounts: { type: 'string', default: '10' },
    captures: { type: 'string', default: '200' },
    listen: { type: 'string' },
    keys: { type: 'string' },
  },
});
const listeners = Number(values.listeners);

/**
 * Opens the streams and reports when all of them have started and what they receive: `{ id, at }` for each screenshot
 * event.
 */
async function listenAll(url: string, keys: string[]): Promise<void> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  let ready = 0;
  const received = new Map<number, number>();
  for (let n = 0; n < listeners; n += 1) {
    const headers = { authorization: `Bearer ${keys[n % keys.length]}` };
    get(`${url}/api/v1/events`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) throw new Error(`an event stream returned ${response.statusCode}`);
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: ready')) {
          ready += 1;
          if (ready === listeners) process.send!('ready');
        }
        for (const [, id] of text.matchAll(/event: screenshot\ndata: \{"id":(\d+)/g))
          received.set(Number(id), (received.get(Number(id)) ?? 0) + 1);
      });
    });
  }
  process.on('message', (id: number) => {
    const timer = setInterval(() => {
      if ((received.get(id) ?? 0) < listeners / keys.length) return;
      clearInterval(timer);
      process.send!(id);
    }, 1);
  });
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
  const database = await openBenchDatabase(undefined, folder);
  const db = openDatabase({ url: database.url, name: 'bench', connections: 2 });
  const core = createTestContext(db, createFilesystemStore(folder));
  const keys: string[] = [];
  for (let n = 0; n < Number(values.accounts); n += 1) {
    const { id } = await createAccount(core, { name: `account ${n}` });
    keys.push((await createApiKey(core, { name: 'bench', scopes: ['read', 'write'], accountId: id })).key!);
  }
  const api = await startApi(database, folder, {
    collectsGarbage: true,
    env: {
      AUTH_MODE: 'api-key',
      MAX_EVENT_STREAMS: String(listeners),
      MAX_EVENT_STREAMS_PER_ACCOUNT: String(listeners),
      MAX_REQUESTS_PER_MINUTE_PER_KEY: '100000',
    },
  });
  let child: ChildProcess | undefined;
  try {
    const { url, pid } = api.target;
    const capture = async (n: number) => {
      const response = await fetch(`${url}/api/v1/screenshots`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys[n % keys.length]}`,
          'content-type': 'application/json',
          prefer: 'respond-async',
        },
        body: JSON.stringify({ url: 'https://example.com/' }),
      });
      return ((await response.json()) as { id: number }).id;
    };
    // These requests open all connections of the pool, as in a service that has been running for some time.
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 40 }, (_, n) => capture(n)));
    await delay(3_000);
    const before = await usageOf(pid, db);
    child = fork(fileURLToPath(import.meta.url), [
      `--listen=${url}`,
      `--keys=${keys.join()}`,
      ...process.argv.slice(2),
    ]);
    await once(child, 'message');
    const times: number[] = [];
    for (let n = 0; n < Number(values.captures); n += 1) {
      const start = performance.now();
      const id = await capture(n);
      child.send(id);
      await once(child, 'message');
      times.push(performance.now() - start);
    }
    await delay(20_000);
    const after = await usageOf(pid, db);
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.ceil(share * times.length) - 1]!);
    console.log(
      `| listeners | resident memory of the API, MB | after a garbage collection, MB | database connections | statements in 30 s while idle | CPU time of the API while idle, ms/s |`,
    );
    console.log('| --: | --: | --: | --: | --: | --: |');
    for (const [count, { rss, collected, connections, statements, cpu }] of [
      [0, before] as const,
      [listeners, after] as const,
    ])
      console.log(
        `| ${[count, rss.toFixed(0), collected.toFixed(0), connections, statements, cpu.toFixed(1)].join(' | ')} |`,
      );
    console.log(
      `\nfrom the request to the last listener: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms`,
    );
  } finally {
    child?.kill();
    await api.stop();
    await db.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function usageOf(pid: number, db: Database) {
  const rss = await residentMb(pid);
  process.kill(pid, 'SIGUSR2');
  // V8 returns memory to the system in the background.
  await delay(5_000);
  const collected = await residentMb(pid);
  const [row] = await db.orm.execute<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where application_name = 'shotclock api'`,
  );
  const [cpu, statements] = [await cpuMs(pid), await countTransactions(db)];
  // Two heartbeats.
  await delay(30_000);
  return {
    rss,
    collected,
    connections: row!.n,
    statements: (await countTransactions(db)) - statements,
    cpu: ((await cpuMs(pid)) - cpu) / 30,
  };
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024;
}

/**
 * Number of transactions on all connections. While the API is idle, each is a single statement. Postgres may count them
 * up to a second late.
 */
async function countTransactions(db: Database): Promise<number> {
  const [row] = await db.orm.execute<{ n: number }>(
    'select xact_commit::int as n from pg_stat_database where datname = current_database()',
  );
  return row!.n;
}

async function cpuMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

if (values.listen) await listenAll(values.listen, values.keys!.split(','));
else await main();
