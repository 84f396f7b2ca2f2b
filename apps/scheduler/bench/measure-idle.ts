import { readFile } from 'node:fs/promises';
import { type Database, openDatabase } from '@shotclock/db';
import { createLogger, createMetricsRegistry } from '@shotclock/runtime';
import { createSteps } from '../src/steps.ts';
import { createTick, type TickContext } from '../src/tick.ts';
import { median } from './statistics.ts';

/** Medians per tick, in milliseconds. */
export type IdleRow = { schedules: number; time: number; cpuScheduler: number; cpuDatabase: number };
type Batch = Omit<IdleRow, 'schedules'>;
type Side = { schedules: number; tick: ReturnType<typeof createTick>; backend: number; batches: Batch[] };

const ticksPerBatch = 50;

/**
 * Measures ticks while nothing is due, in batches of 50 after a warm-up batch. The databases alternate: A B B A …
 */
export async function measureIdle(
  databases: { schedules: number; url: string }[],
  rounds: number,
): Promise<IdleRow[]> {
  const opened: Database[] = [];
  try {
    const sides: Side[] = [];
    for (const { schedules, url } of databases) {
      // There is only one connection, so that its server process is known.
      const db = openDatabase({ url, name: 'bench', connections: 1 });
      opened.push(db);
      const ctx = createContext(db);
      const [row] = await db.orm.execute<{ pid: number }>('select pg_backend_pid() as pid');
      sides.push({ schedules, tick: createTick(ctx, createSteps(ctx)), backend: row!.pid, batches: [] });
    }
    for (const side of sides) await measureBatch(side);
    for (let round = 0; round < rounds; round += 1)
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        side.batches.push(await measureBatch(side));
    return sides.map(({ schedules, batches }) => ({
      schedules,
      time: median(batches.map((one) => one.time)),
      cpuScheduler: median(batches.map((one) => one.cpuScheduler)),
      cpuDatabase: median(batches.map((one) => one.cpuDatabase)),
    }));
  } finally {
    for (const db of opened) await db.close();
  }
}

function createContext(db: Database): TickContext {
  return {
    db,
    enqueue: async () => {
      throw new Error('a capture was released');
    },
    queued: async () => 0,
    window: 32,
    limits: {
      maxRunningCapturesPerAccount: null,
      maxCapturesPerDayPerAccount: null,
      maxStoredBytesPerAccount: null,
    },
    captureAttempts: 3,
    contentCheckPrice: 1,
    metrics: createMetricsRegistry('scheduler').metrics,
    logger: createLogger({ name: 'bench', level: 'warn' }),
  };
}

async function measureBatch({ tick, backend }: Side): Promise<Batch> {
  const databaseBefore = await readCpuMs(backend);
  const schedulerBefore = process.cpuUsage();
  const startedAt = performance.now();
  for (let n = 0; n < ticksPerBatch; n += 1) {
    const untilNextMs = await tick();
    if (untilNextMs === null || untilNextMs < 60_000) throw new Error('a schedule is due within a minute');
  }
  const time = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(schedulerBefore);
  return {
    time: time / ticksPerBatch,
    cpuScheduler: (user + system) / 1_000 / ticksPerBatch,
    cpuDatabase: ((await readCpuMs(backend)) - databaseBefore) / ticksPerBatch,
  };
}

/** CPU time of a single-threaded process in milliseconds, with nanosecond precision (Linux). */
async function readCpuMs(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1e6;
}
