// Measures captures for docs/performance.md:
// `pnpm bench:capture [--only=pairs,peers,neighbor,memory,sizes] [--pairs=N] [--peer-rounds=N] [--neighbors=N] [--captures=N] [--workloads=TEXT]`.
// Linux only: CPU time and memory are read from /proc.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '@shotclock/capture';
import { migrate } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { migrateQueue } from '@shotclock/queue';
import { testBrowser, testSandbox } from '@shotclock/testing';
import { serveBenchPages } from './bench-pages.ts';
import { findPeers } from './contestants/find-peers.ts';
import { startContestant } from './contestants/start-contestant.ts';
import { startWorker } from './contestants/start-worker.ts';
import { measureMemory } from './measure-memory.ts';
import { measureNeighbors } from './measure-neighbor.ts';
import { measureRounds } from './measure-pairs.ts';
import { measureSizes } from './measure-sizes.ts';
import { printMemory, printNeighbors, printPairs, printSizes } from './print-results.ts';
import { type Contestant, type Workload, workloads } from './workload.ts';

const sections = ['pairs', 'peers', 'neighbor', 'memory', 'sizes'] as const;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: sections.join(',') },
    pairs: { type: 'string', default: '7' },
    'peer-rounds': { type: 'string', default: '3' },
    neighbors: { type: 'string', default: '15' },
    captures: { type: 'string', default: '500' },
    workloads: { type: 'string', default: '' },
  },
});
const number = (name: 'pairs' | 'peer-rounds' | 'neighbors' | 'captures') => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a positive integer.`);
  return value;
};
const wanted = new Set(values.only.split(','));
for (const name of wanted)
  if (!sections.some((section) => section === name))
    throw new Error(`--only must list values of: ${sections.join(', ')}.`);
const chosen = workloads.filter(({ name }) => name.includes(values.workloads));
const log = (line: string) => process.stderr.write(`${line}\n`);
const quiet = { debug() {}, info() {}, warn: log, error: log };

const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
const pages = await serveBenchPages();
const server = await startEmbeddedPostgres({
  dataDir: join(folder, 'postgres'),
  durable: false,
  logger: quiet,
});
await migrate(server.url);
await migrateQueue(server.url);
const setting = { executablePath: await findBrowser(testBrowser()), sandbox: testSandbox(), concurrency: 2 };
const worker = () =>
  startWorker('Shotclock', { ...setting, databaseUrl: server.url, folder, egressAllow: pages.hostPort });
const barePuppeteer = new URL('contestants/bare-puppeteer.ts', import.meta.url);
const bare = () => startContestant('bare Puppeteer', barePuppeteer, setting);
const peers = findPeers();
const orderOf = (workload: Workload) => ({
  ...workload,
  url: pages.url(workload.path),
  concurrency: setting.concurrency,
});

const startedAt = performance.now();
try {
  console.log(
    `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${setting.executablePath}\n`,
  );
  if (wanted.has('pairs')) await compare('pairs', number('pairs'), [worker, bare]);
  if (wanted.has('peers')) {
    if (peers.missing.length > 0)
      log(
        `not installed: ${peers.missing.join(', ')}; to measure them too, run: npx pnpm@12 --dir bench install`,
      );
    await compare('peers', number('peer-rounds'), [
      worker,
      bare,
      ...peers.installed.map(
        ({ name, file }) =>
          () =>
            startContestant(name, file, setting),
      ),
    ]);
  }
  if (wanted.has('neighbor'))
    await withAll([worker, bare, bare], async ([ours, small, long]) =>
      printNeighbors(
        await measureNeighbors(
          [
            { name: 'one Shotclock worker', small: ours!, long: ours! },
            // The two processes share nothing but the machine.
            { name: 'two programs of bare Puppeteer', small: small!, long: long! },
          ],
          orderOf,
          number('neighbors'),
        ),
      ),
    );
  if (wanted.has('memory'))
    await withAll([worker], async ([one]) =>
      printMemory(await measureMemory(one!, chosen.map(orderOf), number('captures'))),
    );
  if (wanted.has('sizes')) printSizes(await measureSizes(pages, setting));
  log(`took ${Math.round((performance.now() - startedAt) / 1_000)} s`);
} finally {
  await server.stop();
  await pages.close();
  await rm(folder, { recursive: true, force: true });
}

function compare(title: string, rounds: number, start: (() => Promise<Contestant>)[]): Promise<void> {
  return withAll(start, async (contestants) => {
    const table = printPairs('bare Puppeteer');
    for (const workload of chosen) {
      log(`${title}: ${workload.name}`);
      const batches = await measureRounds(contestants, orderOf(workload), rounds);
      table.row({ workload: workload.name, batches });
    }
    table.end();
  });
}

async function withAll(
  start: (() => Promise<Contestant>)[],
  work: (contestants: Contestant[]) => Promise<void>,
): Promise<void> {
  const contestants: Contestant[] = [];
  try {
    for (const one of start) contestants.push(await one());
    await work(contestants);
  } finally {
    for (const one of contestants) await one.close();
  }
}
