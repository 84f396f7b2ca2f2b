// Measures many workers for docs/performance.md: `pnpm bench:scale [--only=redis,postgres] [--workers=1,2,4,8]
// [--captures=N] [--wait=SECONDS]`. Linux only: CPU time is read from /proc.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '@shotclock/capture';
import { migrate } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { migrateQueue } from '@shotclock/queue';
import { listenOnLoopback, startRedis, testBrowser, testSandbox } from '@shotclock/testing';
import { measureScale, type ScaleRow } from './measure-scale.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'postgres,redis' },
    workers: { type: 'string', default: '1,2,4,8' },
    captures: { type: 'string', default: '8' },
    wait: { type: 'string', default: '2' },
  },
});
const wholeNumber = (name: string, text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a positive integer.`);
  return value;
};
const numbers = values.workers.split(',').map((text) => wholeNumber('workers', text));
const captures = wholeNumber('captures', values.captures);
const waitSeconds = Number(values.wait);
const wanted = values.only.split(',');
const log = (line: string) => process.stderr.write(`${line}\n`);
const quiet = { debug() {}, info() {}, warn: log, error: log };

/** Serves a small page that responds after `--wait` seconds. */
async function serveSlowPage() {
  const body =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Slow</title><p>A slow page.</p></html>';
  const server = createServer((_, response) => {
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body),
      waitSeconds * 1_000,
    );
  });
  const { hostPort, url, close } = await listenOnLoopback(server);
  return { hostPort, url: url('/'), close };
}

function print(queue: string, rows: ScaleRow[]): void {
  const perSecond = (row: ScaleRow) => row.captures / row.seconds;
  for (const row of rows) {
    const { workers, seconds, cpuSeconds } = row;
    const cells = [
      perSecond(row).toFixed(3),
      (perSecond(row) / perSecond(rows[0]!)).toFixed(2),
      ((seconds * workers) / row.captures).toFixed(3),
      Math.round((cpuSeconds * 1_000) / row.captures),
      `${Math.round((cpuSeconds / seconds / availableParallelism()) * 100)} %`,
    ];
    console.log(`| ${queue} | ${workers} | ${row.captures} | ${cells.join(' | ')} |`);
  }
}

const startedAt = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
const pages = await serveSlowPage();
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger: quiet });
const redis = await startRedis();
try {
  const executablePath = await findBrowser(testBrowser());
  console.log(
    `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${executablePath}\n`,
  );
  const sandbox = testSandbox();
  await migrate(server.url);
  await migrateQueue(server.url);
  const setting = { databaseUrl: server.url, folder, executablePath, sandbox, pages };
  console.log(
    '| queue | workers | captures | captures per second | vs. one worker | s per capture and worker | CPU ms per capture | CPU use of all cores |',
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: |');
  if (wanted.includes('postgres')) {
    const row = await measureScale(
      { ...setting, redisUrl: null, serverPids: [server.pid] },
      { numbers, captures },
    );
    print('PostgreSQL', row);
  }
  if (wanted.includes('redis')) {
    const serverPids = [server.pid, redis.pid];
    print(
      'Redis',
      await measureScale({ ...setting, redisUrl: redis.url, serverPids }, { numbers, captures }),
    );
  }
  log(`took ${Math.round((performance.now() - startedAt) / 1_000)} s`);
} finally {
  await redis.stop();
  await server.stop();
  await pages.close();
  await rm(folder, { recursive: true, force: true });
}
