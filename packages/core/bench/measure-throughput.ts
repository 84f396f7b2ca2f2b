import type { Database } from '@shotclock/db';
import type { QueueConnection } from '@shotclock/queue';
import type { ObjectStore } from '@shotclock/storage';
import { treeCpuMs } from '@shotclock/testing';
import { runSchedule } from '../src/index.ts';
import { createTestContext } from '../test/test-context.fixture.ts';
import { createBenchSchedule, startSyntheticSystem } from './synthetic-system.ts';
import { elapsed } from './timing.ts';

export type CaptureThroughput = {
  setup: string;
  concurrency: number;
  perSecond: number;
  /** CPU time per capture in milliseconds, for scheduler and worker, PostgreSQL, and Redis; null if not measured. */
  appCpuMs: number;
  databaseCpuMs: number | null;
  redisCpuMs: number | null;
  /** Growth of the database per capture. */
  databaseBytes: number;
};

/** The process IDs of the servers; null for servers that this process did not start. */
export type Servers = { database: number | null; redis: number | null };

const itemsOfRun = 100;
/** More captures than slots, so that some captures are always waiting. */
const waiting = 3 * itemsOfRun;

/**
 * Processes captures as fast as the control plane can, from the start of their run to their settlement. A scheduler and a
 * worker run in this process; the worker's slots spend no time on pages.
 */
export async function measureThroughput(
  db: Database,
  setup: { name: string; connection: QueueConnection; store: ObjectStore; servers: Servers },
  { captures, concurrency }: { captures: number; concurrency: number },
): Promise<CaptureThroughput> {
  const core = createTestContext(db, setup.store);
  const id = await createBenchSchedule(core, itemsOfRun);
  const system = await startSyntheticSystem(core, setup.connection, { concurrency, pageMs: 0 });
  const settleAll = async (from: number, to: number) => {
    for (let n = from; n < to; n += itemsOfRun) {
      await runSchedule(core, { scheduleId: id });
      await system.settled(n + itemsOfRun - waiting);
    }
    await system.settled(to);
  };
  try {
    // Opens the connections before the measurement starts.
    await settleAll(0, waiting);
    const before = await readUsage(db, setup.servers);
    const ms = await elapsed(() => settleAll(waiting, waiting + captures));
    const after = await readUsage(db, setup.servers);
    const perCapture = (from: number | null, to: number | null) =>
      from === null || to === null ? null : (to - from) / captures;
    return {
      setup: setup.name,
      concurrency,
      perSecond: (captures / ms) * 1_000,
      appCpuMs: (after.appCpuMs - before.appCpuMs) / captures,
      databaseCpuMs: perCapture(before.databaseCpuMs, after.databaseCpuMs),
      redisCpuMs: perCapture(before.redisCpuMs, after.redisCpuMs),
      databaseBytes: (after.databaseBytes - before.databaseBytes) / captures,
    };
  } finally {
    await system.close();
  }
}

export async function readUsage(db: Database, servers: Servers) {
  const cpuOf = (pid: number | null) => (pid === null ? null : treeCpuMs(pid));
  const { user, system } = process.cpuUsage();
  const [row] = await db.orm.execute<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return {
    appCpuMs: (user + system) / 1_000,
    databaseCpuMs: await cpuOf(servers.database),
    redisCpuMs: await cpuOf(servers.redis),
    databaseBytes: Number(row!.bytes),
  };
}
