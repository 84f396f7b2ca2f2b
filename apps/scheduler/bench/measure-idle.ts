import { readFile } from 'node:fs/promises';
import { type Database, openDatabase } from '@shotclock/db';
import { createLogger } from '@shotclock/runtime';
import { type TickContext, tick } from '../src/tick.ts';
import { median } from './statistics.ts';

/** Medians of one tick, in milliseconds. */
export type IdleRow = { schedules: number; time: number; cpuScheduler: number; cpuDatabase: number };
type Batch = Omit<IdleRow, 'schedules'>;
type Side = { schedules: number; ctx: TickContext; backend: number; batches: Batch[] };

const ticksOfBatch = 50;

/** Ticks with nothing due on each database in turn, A B B A …, in batches of 50 after one that warms up. */
export async function measureIdle(
  databases: { schedules: number; url: string }[],
  rounds: number,
): Promise<IdleRow[]> {
  const opened: Database[] = [];
  try {
    const sides: Side[] = [];
    for (const { schedules, url } of databases) {
      // One connection, so that the server's process for it is known.
      const db = openDatabase({ url, name: 'bench', connections: 1 });
      opened.push(db);
      const ctx = contextOf(db);
      const [row] = await db.orm.execute<{ pid: number }>('select pg_backend_pid() as pid');
      sides.push({ schedules, ctx, backend: row!.pid, batches: [] });
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

function contextOf(db: Database): TickContext {
  return {
    db,
    enqueue: async () => {
      throw new Error('something was released');
    },
    queued: async () => 0,
    window: 32,
    captureAttempts: 3,
    contentCheckPrice: 1,
    logger: createLogger({ name: 'bench', level: 'warn' }),
  };
}

async function measureBatch({ ctx, backend }: Side): Promise<Batch> {
  const databaseBefore = await onCpuMs(backend);
  const schedulerBefore = process.cpuUsage();
  const startedAt = performance.now();
  for (let n = 0; n < ticksOfBatch; n += 1) {
    const untilNextMs = await tick(ctx);
    if (untilNextMs === null || untilNextMs < 60_000) throw new Error('a schedule was due, or nearly');
  }
  const time = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(schedulerBefore);
  return {
    time: time / ticksOfBatch,
    cpuScheduler: (user + system) / 1_000 / ticksOfBatch,
    cpuDatabase: ((await onCpuMs(backend)) - databaseBefore) / ticksOfBatch,
  };
}

/** Milliseconds that a process of one thread was on a CPU, to the nanosecond (Linux). */
async function onCpuMs(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1e6;
}
