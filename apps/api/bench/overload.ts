// `pnpm bench:overload [--requests=N] [--prefer=PREFERENCE]`: measures how long list requests take while many clients
// request captures at once. Uses real Postgres and API processes on loopback. No worker is running, so every admitted
// capture stays in the queue.
import { fork, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { migrate } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { createLogger } from '@shotclock/runtime';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    prefer: { type: 'string', default: 'wait=20' },
    flood: { type: 'string' },
  },
});
const count = Number(values.requests);
const idleReads = 100;

/** Sends all requests at once, each over its own connection, and returns the number of responses by status. */
async function flood(url: string): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: false, maxSockets: count });
  const body = JSON.stringify({ url: 'https://example.com/' });
  const post = async () => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      prefer: values.prefer,
    };
    const sent = request(`${url}/api/v1/screenshots`, { agent, method: 'POST', headers }).end(body);
    const [response] = await once(sent, 'response');
    response.resume();
    return String(response.statusCode);
  };
  const statuses = await Promise.all(
    Array.from({ length: count }, () => post().catch((error) => String(error.code))),
  );
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const lists = ['/api/v1/schedules', '/api/v1/screenshots', '/api/v1/activity/screenshots'];
/** Does not use the database, so it shows the event-loop delay. */
const live = ['/health/live'];

/** Requests the paths in turn until `done`, and returns the durations in milliseconds. */
async function timeReads(url: string, paths: string[], done: (reads: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!done(times.length)) {
    const start = performance.now();
    const response = await fetch(url + paths[times.length % paths.length]);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`a read returned ${response.status}`);
    times.push(performance.now() - start);
  }
  return times;
}

function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN);
  return `${sorted.length} reads, median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, maximum ${at(1)} ms`;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger });
  await migrate(server.url);
  const entry = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const api = spawn(process.execPath, [entry], {
    env: { DATABASE_URL: server.url, DATA_DIR: folder, PORT: '0', HEALTH_PORT: '0', LOG_LEVEL: 'info' },
  });
  try {
    const url = await listeningAt(api.stdout);
    api.stdout.resume();
    api.stderr.pipe(process.stderr);
    console.log('lists, idle:     ', summary(await timeReads(url, lists, (reads) => reads === idleReads)));
    const child = fork(fileURLToPath(import.meta.url), ['--flood', url, ...process.argv.slice(2)]);
    let finished = false;
    const statuses = once(child, 'message').finally(() => {
      finished = true;
    });
    const start = performance.now();
    const done = () => finished;
    const [listTimes, liveTimes] = await Promise.all([
      timeReads(url, lists, done),
      timeReads(url, live, done),
    ]);
    console.log('lists, overload: ', summary(listTimes));
    console.log('/health/live:    ', summary(liveTimes));
    console.log(
      'responses:       ',
      JSON.stringify((await statuses)[0]),
      `in ${Math.round(performance.now() - start)} ms`,
    );
  } finally {
    api.kill('SIGTERM');
    await once(api, 'exit');
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function listeningAt(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const [line] of on(createInterface(stdout), 'line', { close: ['close'] })) {
    const entry = JSON.parse(line);
    if (entry.msg === 'api is listening') return entry.publicUrl;
  }
  throw new Error('the API exited before it listened');
}

if (values.flood) process.send?.(await flood(values.flood), () => process.disconnect());
else await main();
