// `pnpm bench:api`: measures the CPU time of the API and of Postgres per request, compared with plain Fastify and Drizzle
// handlers that run the same queries, and with a bare Fastify route that sends the same bytes (plain-server.ts). Then
// measures the durations of a calm client's requests while other clients read a schedule with 1,000 items. Options:
// --postgres=URL of a server on the same machine, --only=KEY,KEY (bench-requests.ts, and `calm` for the calm client),
// --rounds=N, --seconds=N per measurement, --connections=N, --profile=FOLDER for a CPU profile of the API. Runs only on
// Linux, because it reads CPU time from /proc.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchRequests } from './bench-requests.ts';
import { measureCalmClient } from './measure-calm-client.ts';
import { type BenchRequest, measureInTurn } from './measure-requests.ts';
import { openBenchDatabase } from './open-bench-database.ts';
import { type CalmRow, printCalmClient, printRequests } from './print-requests.ts';
import { seedDatabase } from './seed-database.ts';
import { startApi, startPlainServer } from './start-servers.ts';

const { values } = parseArgs({
  options: {
    postgres: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '10' },
    profile: { type: 'string' },
  },
});
const load = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
};
const only = values.only?.split(',');
/** New items are spread over several schedules to keep each schedule short. */
const growingSchedules = 1_000;
const log = (line: string) => process.stderr.write(`${line}\n`);

await using resources = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
resources.defer(() => rm(folder, { recursive: true, force: true }));
const database = await openBenchDatabase(values.postgres, folder);
resources.defer(database.close);
const seeded = await seedDatabase(database.url, growingSchedules);
const requests = benchRequests(seeded);
log('the database is filled');
const api = await startApi(database, folder, { profile: values.profile });
resources.defer(api.stop);
const plain = await startPlainServer(database);
resources.defer(plain.stop);
const bare = { ...plain.target, url: `${plain.target.url}/bytes` };

console.log(`${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}\n`);
const rows = [];
for (const request of requests.filter(({ key }) => only?.includes(key) ?? true)) {
  await putBytes(request);
  const targets = [api.target, plain.target, bare];
  const [ours, plainly, barely] = await measureInTurn(targets, request, load);
  rows.push({ name: request.name, ours: ours!, plain: plainly!, bare: barely! });
  log(`measured: ${request.name}`);
}
if (rows.length > 0) printRequests(rows);
if (only?.includes('calm') ?? true) printCalmClient(await measureCalm());

/** Stores the API's response to the first request in the plain server, which returns it from a bare route. */
async function putBytes({ method, paths, body }: BenchRequest): Promise<void> {
  const headers = { 'accept-encoding': 'identity', ...(body ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(api.target.url + paths[0], { method, headers, ...(body ? { body } : {}) });
  await fetch(`${bare.url}?status=${response.status}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/** Measures both servers without readers, with one reader, and with as many readers as there are connections. */
async function measureCalm(): Promise<CalmRow[]> {
  const large = `/api/v1/schedules/${seeded.large}`;
  const servers = [
    { name: 'API', target: api.target, calm: '/health/live' },
    { name: 'plain handler', target: plain.target, calm: '/bare' },
  ];
  const measured: CalmRow[] = [];
  for (const readers of [0, 1, load.connections])
    for (const { name, target, calm } of servers) {
      const { seconds } = load;
      const { times, perSecond } = await measureCalmClient(target, { calm, large }, { readers, seconds });
      measured.push({ name, readers, times, perSecond });
    }
  log('measured: the calm client');
  return measured;
}
