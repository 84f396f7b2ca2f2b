import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@shotclock/db';
import type { QueueConnection } from '@shotclock/queue';
import { type ObjectStore, objectKey } from '@shotclock/storage';
import { runSchedule } from '../src/index.ts';
import { createTestContext } from '../test/test-context.fixture.ts';
import { type Counters, countRequests, readCounters } from './count-work.ts';
import { createBenchSchedule, hashOf, imageOf, startSyntheticSystem } from './synthetic-system.ts';

export type CaptureCost = {
  setup: string;
  /** Per capture, minus the cost of an idle system over the same period. */
  statements: number | null;
  transactions: number;
  walBytes: number;
  walSyncs: number;
  redisCommands: number;
  /** Requests per object. */
  s3: { new: number; known: number } | null;
  /** The fraction of updates that are HOT, for tables with more than one update per ten captures. */
  hot: Map<string, { perCapture: number; share: number }>;
};

/** Number of captures per run. */
const itemsOfRun = 10;
/** Sessions report their counters at most once a second. */
const reportMs = 1_500;
const idleMs = 5_000;

/** Processes captures without browsers, from the start of their run to their settlement, and measures the load on the stores. */
export async function measureCaptureCost(
  db: Database,
  setup: { name: string; connection: QueueConnection; store: ObjectStore; s3: boolean },
  { captures, concurrency, pageMs }: { captures: number; concurrency: number; pageMs: number },
): Promise<CaptureCost> {
  const core = createTestContext(db, setup.store);
  const id = await createBenchSchedule(core, itemsOfRun);
  const system = await startSyntheticSystem(core, setup.connection, { concurrency, pageMs });
  const redisUrl = setup.connection.backend === 'redis' ? setup.connection.url : null;
  try {
    await runSchedule(core, { scheduleId: id });
    await system.settled(itemsOfRun);
    await delay(reportMs);
    const idleSince = performance.now();
    const before = await readCounters(db, redisUrl);
    await delay(idleMs);
    const idle = await readCounters(db, redisUrl);
    const startedAt = performance.now();
    using requests = countRequests();
    for (let n = itemsOfRun; n < captures; n += itemsOfRun) {
      await runSchedule(core, { scheduleId: id });
      // Only one run has unsettled captures at any time.
      await system.settled(n);
    }
    await system.settled(captures);
    await delay(reportMs);
    const after = await readCounters(db, redisUrl);
    const times = (performance.now() - startedAt) / (startedAt - idleSince);
    const measured = captures - itemsOfRun;
    const cost = (of: (counters: Counters) => number) =>
      (of(after) - of(idle) - (of(idle) - of(before)) * times) / measured;
    return {
      setup: setup.name,
      statements: after.statements === null ? null : cost(({ statements }) => statements ?? 0),
      transactions: cost(({ transactions }) => transactions),
      walBytes: cost(({ walBytes }) => walBytes),
      walSyncs: cost(({ walSyncs }) => walSyncs),
      redisCommands: cost(({ redisCommands }) => redisCommands),
      s3: setup.s3 ? await requestsPerObject(db, requests.byPath, measured) : null,
      hot: hotShares(idle, after, measured),
    };
  } finally {
    await system.close();
  }
}

async function requestsPerObject(db: Database, byPath: Map<string, number>, captures: number) {
  const known = objectKey(hashOf(imageOf(0)));
  let [all, ofKnown] = [0, 0];
  for (const [path, requests] of byPath) {
    all += requests;
    if (path.includes(known)) ofKnown += requests;
  }
  const [row] = await db.orm.execute<{ n: string }>(`
    select count(*) as n from (select image from screenshots order by id desc limit ${captures}) last where image <> '${hashOf(imageOf(0))}'`);
  const created = Number(row!.n);
  return { new: (all - ofKnown) / created, known: ofKnown / (captures - created) };
}

function hotShares(before: Counters, after: Counters, captures: number) {
  const shares = new Map<string, { perCapture: number; share: number }>();
  for (const [table, { all, hot }] of after.updates) {
    const earlier = before.updates.get(table) ?? { all: 0, hot: 0 };
    const updates = all - earlier.all;
    if (updates > captures / 10)
      shares.set(table, { perCapture: updates / captures, share: (hot - earlier.hot) / updates });
  }
  return shares;
}
