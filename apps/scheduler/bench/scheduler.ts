// Measures the scheduler for docs/performance.md: `pnpm bench:scheduler [--only=idle,burst,punctual] [--schedules=N]
// [--small=N] [--rounds=N] [--runs=N] [--bursts=N] [--seconds=N]`. Linux only: CPU time is read from /proc.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { startRedis } from '@shotclock/testing';
import { createBenchDatabase } from './bench-database.ts';
import { measureBurst } from './measure-burst.ts';
import { measureIdle } from './measure-idle.ts';
import { measurePunctuality } from './measure-punctuality.ts';
import { printBursts, printIdle, printPunctuality } from './print-results.ts';

const sections = ['idle', 'burst', 'punctual'] as const;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: sections.join(',') },
    schedules: { type: 'string', default: '1000000' },
    small: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '15' },
    runs: { type: 'string', default: '10000' },
    bursts: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '30' },
  },
});
const number = (name: Exclude<keyof typeof values, 'only'>) => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a positive integer.`);
  return value;
};
const wanted = new Set(values.only.split(','));
for (const name of wanted)
  if (!sections.some((section) => section === name))
    throw new Error(`--only must list values of: ${sections.join(', ')}.`);
const log = (line: string) => process.stderr.write(`${line}\n`);
const quiet = { debug() {}, info() {}, warn: log, error: log };
/** Runs per second when measuring punctuality. */
const runsPerSecond = 5;

const startedAt = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger: quiet });
try {
  console.log(`${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}\n`);
  const [small, large] = [number('small'), number('schedules')];
  const open = async (schedules: number) => ({
    schedules,
    url: await createBenchDatabase(server.url, schedules, log),
  });
  const databases = [await open(small), await open(large)];
  const setting = { databaseUrl: databases[1]!.url, folder };
  log(`filled after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  if (wanted.has('idle')) printIdle(await measureIdle(databases, number('rounds')));
  if (wanted.has('burst')) {
    const bursts = [];
    for (let n = 0; n < number('bursts'); n += 1)
      bursts.push(await measureBurst({ ...setting, databasePid: server.pid }, number('runs')));
    printBursts(bursts);
  }
  if (wanted.has('punctual')) {
    const seconds = number('seconds');
    const measure = (redisUrl: string | null) =>
      measurePunctuality({ ...setting, redisUrl }, { runs: seconds * runsPerSecond, seconds });
    const redis = await startRedis();
    try {
      printPunctuality({ PostgreSQL: await measure(null), Redis: await measure(redis.url) });
    } finally {
      await redis.stop();
    }
  }
  log(`took ${Math.round((performance.now() - startedAt) / 1_000)} s`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
