// `pnpm bench:api-keys`: measures the cost of API keys, and whether response times to rejected keys reveal anything about
// valid keys. Starts two APIs on one database, one without authentication and one with AUTH_MODE=api-key. Options:
// --rounds=N, --seconds=N per measurement, --connections=N, --tries=N per kind of rejected key. Runs only on Linux,
// because it reads CPU time from /proc.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApiKey } from '@shotclock/core';
import { defaultAccountId, openDatabase } from '@shotclock/db';
import { benchRequests } from './bench-requests.ts';
import { measureRefusals } from './measure-refusals.ts';
import { measureInTurn, type Sample } from './measure-requests.ts';
import { openBenchDatabase } from './open-bench-database.ts';
import { median } from './print-requests.ts';
import { seedDatabase } from './seed-database.ts';
import { startApi } from './start-servers.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '10' },
    tries: { type: 'string', default: '10000' },
  },
});
const load = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
};

await using resources = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
resources.defer(() => rm(folder, { recursive: true, force: true }));
const database = await openBenchDatabase(undefined, folder);
resources.defer(database.close);
const requests = benchRequests(await seedDatabase(database.url, 1));
const open = await startApi(database, folder);
resources.defer(open.stop);
const keyed = await startApi(database, folder, {
  env: {
    AUTH_MODE: 'api-key',
    MAX_REQUESTS_PER_MINUTE_PER_KEY: '10000000',
    MAX_INVALID_KEYS_PER_ADDRESS: '10000000',
  },
});
resources.defer(keyed.stop);
const db = openDatabase({ url: database.url, name: 'shotclock bench', connections: 1 });
resources.defer(() => db.close());
const ctx = { db, accountId: defaultAccountId, managesAllAccounts: true, audit: null };
const { key } = await createApiKey(ctx, { name: 'bench', scopes: ['read'] });

const request = requests.find((one) => one.key === 'schedule')!;
const withKey = { ...keyed.target, headers: { authorization: `Bearer ${key}` } };
const [free, paid] = await measureInTurn([open.target, withKey], request, load);
const inPairs = (value: (sample: Sample) => number) =>
  median(paid!.map((sample, index) => value(sample) / value(free![index]!)));
console.log(`${request.name}, with a key relative to without, medians of ${load.rounds} pairs:`);
console.log(`- requests per second: ${inPairs(({ perSecond }) => perSecond).toFixed(3)}`);
console.log(`- CPU time of the API: ${inPairs(({ serverMs }) => serverMs).toFixed(3)}`);

const path = `${keyed.target.url}${request.paths[0]}`;
const [unknown, wrong, writer] = await Promise.all(
  [1, 2, 3].map(() => createApiKey(ctx, { name: 'bench', scopes: ['write'] })),
);
await db.orm.execute(`delete from api_keys where id = ${unknown!.id}`);
await db.orm.execute(`update api_keys set hash = reverse(hash) where id = ${wrong!.id}`);
const refusals = await measureRefusals(
  path,
  [
    { name: 'unknown prefix', key: unknown!.key!, status: 401 },
    { name: 'wrong secret part', key: wrong!.key!, status: 401 },
    { name: 'right key of the wrong scope', key: writer!.key!, status: 403 },
  ],
  Number(values.tries),
);
console.log(`\nTime to refuse a key, ${values.tries} tries of each kind in turn, in ms:\n`);
console.log('| key | p10 | median | p90 | difference of the medians, 99% interval |');
console.log('| --- | --: | --: | --: | --: |');
for (const { name, p10, p50, p90, difference } of refusals)
  console.log(`| ${[name, p10.toFixed(3), p50.toFixed(3), p90.toFixed(3), difference].join(' | ')} |`);
