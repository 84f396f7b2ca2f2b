// `pnpm bench:attacks`: measures how the API serves well-behaved clients during attacks. Uses a real Postgres, Redis and
// API process on loopback, with AUTH_MODE=api-key and the default limits. Options: --only=flood,slow,abuse, --rounds=N
// and --requests=N of the flood, --slow=N slow clients, --abusive=N connections of abusive clients, --kinds=REGEXP of
// these clients, --seconds=N per measurement. Linux only. `ulimit -n` must exceed --slow.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApiKey } from '@shotclock/core';
import { defaultAccountId, openDatabase } from '@shotclock/db';
import { startRedis } from '@shotclock/testing';
import { sendCalmly } from './attacks/calm-client.ts';
import { abuseKinds, measureAbuse } from './attacks/measure-abuse.ts';
import { measureFlood } from './attacks/measure-flood.ts';
import { measureSlowClients, slowKinds } from './attacks/measure-slow-clients.ts';
import { printAbuse, printFloods, printSlowClients } from './attacks/print-attacks.ts';
import { openBenchDatabase } from './open-bench-database.ts';
import { seedDatabase } from './seed-database.ts';
import { startApi } from './start-servers.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'flood,slow,abuse' },
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '100000' },
    slow: { type: 'string', default: '10000' },
    abusive: { type: 'string', default: '20' },
    kinds: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    profile: { type: 'string' },
  },
});
const only = values.only.split(',');
const seconds = Number(values.seconds);
/** The default limit permits ten requests per second per key. */
const calmKeys = 10;
const slowKeys = 20;
const floodConnections = [100, 1_000];

await using resources = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
resources.defer(() => rm(folder, { recursive: true, force: true }));
const database = await openBenchDatabase(undefined, folder);
resources.defer(database.close);
const redis = await startRedis();
resources.defer(redis.stop);
const { small } = await seedDatabase(database.url, 1);
const db = openDatabase({ url: database.url, name: 'shotclock bench', connections: 1 });
resources.defer(() => db.close());
const ctx = { db, accountId: defaultAccountId, managesAllAccounts: true, audit: null };
const newKeys = async (count: number) => {
  const create = () => createApiKey(ctx, { name: 'bench', scopes: ['read', 'write'] });
  return (await Promise.all(Array.from({ length: count }, create))).map(({ key }) => key!);
};
const keys = await newKeys(calmKeys);
const api = await startApi(database, folder, {
  profile: values.profile,
  env: { AUTH_MODE: 'api-key', REDIS_URL: redis.url },
});
resources.defer(api.stop);
const target = { url: api.target.url, pid: api.target.pid, path: `/api/v1/schedules/${small}`, keys };
/** The first requests to a new process are slow. */
await calmFor(3);

async function calmFor(seconds: number) {
  const end = performance.now() + seconds * 1_000;
  return sendCalmly(target, { reconnect: true, finished: () => performance.now() > end });
}

if (only.includes('flood')) {
  const requests = Number(values.requests);
  for (const connections of floodConnections) {
    const rounds = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const [key] = await newKeys(1);
      rounds.push(await measureFlood(target, { key: key!, requests, connections, seconds }));
    }
    printFloods(connections, rounds);
  }
}
if (only.includes('slow')) {
  const rounds = [];
  for (const kind of slowKinds) {
    const slow = { kind, count: Number(values.slow), seconds, keys: await newKeys(slowKeys) };
    rounds.push(await measureSlowClients(target, slow));
  }
  printSlowClients(await calmFor(seconds), rounds);
}
if (only.includes('abuse')) {
  const rounds = [];
  for (const kind of abuseKinds.filter((kind) => new RegExp(values.kinds).test(kind))) {
    const [key] = await newKeys(1);
    const abuse = { kind, connections: Number(values.abusive), seconds, key: key! };
    rounds.push(await measureAbuse(target, abuse));
  }
  printAbuse(await calmFor(seconds), rounds);
}
const log = (await readFile(join(folder, 'api.log'), 'utf8')).split('\n');
console.log(`\nWarnings and errors in the log of the API (${log.length} lines):\n`);
const warnings = log.filter((line) => /"level":[456]0/.test(line)).map((line) => JSON.parse(line).msg);
for (const [message, lines] of Map.groupBy(warnings, (message) => message))
  console.log(`- ${lines.length} × ${message}`);
