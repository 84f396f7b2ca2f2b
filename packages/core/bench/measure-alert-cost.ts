import { setTimeout as delay } from 'node:timers/promises';
import { channels, type Database } from '@shotclock/db';
import type { QueueConnection } from '@shotclock/queue';
import type { ObjectStore } from '@shotclock/storage';
import { createAlertRule, matchAlertRules, runSchedule, updateAlertRule } from '../src/index.ts';
import { insertTestDestination } from '../test/alerts/test-destination.fixture.ts';
import { createTestContext } from '../test/test-context.fixture.ts';
import { readUsage, type Servers } from './measure-throughput.ts';
import { createBenchSchedule, startSyntheticSystem } from './synthetic-system.ts';
import { elapsed, median } from './timing.ts';

/** Medians of the rounds. CPU times are in milliseconds per capture; the database's is null if it was not measured. */
type RateAndCpu = { perSecond: number; appCpuMs: number; databaseCpuMs: number | null };
export type AlertCost = { setup: string; without: RateAndCpu; matching: RateAndCpu };

const itemsOfRun = 100;

/**
 * Processes captures as `measureThroughput` does, in rounds that alternate between a rule that reports every run and the same
 * rule disabled. The matcher runs in all rounds, in the process of the scheduler and the worker. Nothing is sent.
 */
export async function measureAlertCost(
  db: Database,
  setup: { name: string; connection: QueueConnection; store: ObjectStore; servers: Servers },
  { captures, concurrency, rounds }: { captures: number; concurrency: number; rounds: number },
): Promise<AlertCost> {
  const core = createTestContext(db, setup.store);
  const id = await createBenchSchedule(core, itemsOfRun);
  const destinationId = await insertTestDestination(db, core.accountId);
  const rule = await createAlertRule(core, {
    name: 'every run',
    events: ['screenshot.failed', 'screenshot.recovered', 'content.changed', 'execution.completed'],
    destinationIds: [destinationId],
  });
  const system = await startSyntheticSystem(core, setup.connection, { concurrency, pageMs: 0 });
  const stopping = new AbortController();
  const matching = match(db, stopping.signal);
  let settled = 0;
  const settle = async (count: number) => {
    for (const end = settled + count; settled < end; settled += itemsOfRun)
      await runSchedule(core, { scheduleId: id });
    await system.settled(settled);
  };
  const measured = { without: [] as RateAndCpu[], matching: [] as RateAndCpu[] };
  try {
    // Opens the connections before the measurement starts.
    await settle(3 * itemsOfRun);
    for (let round = 0; round < 2 * rounds; round += 1) {
      const enabled = round % 2 === 1;
      await updateAlertRule(core, { ruleId: rule.id, changes: { enabled } });
      const before = await readUsage(db, setup.servers);
      const ms = await elapsed(() => settle(captures));
      const after = await readUsage(db, setup.servers);
      const [from, to] = [before.databaseCpuMs, after.databaseCpuMs];
      measured[enabled ? 'matching' : 'without'].push({
        perSecond: (captures / ms) * 1_000,
        appCpuMs: (after.appCpuMs - before.appCpuMs) / captures,
        databaseCpuMs: from === null || to === null ? null : (to - from) / captures,
      });
    }
    const [row] = await db.orm.execute<{ n: number }>('select count(*)::int as n from deliveries');
    const expected = (rounds * captures) / itemsOfRun;
    // At the end of a round, the matcher may not have matched the last runs.
    if (Math.abs(row!.n - expected) > 5 * rounds)
      throw new Error(`${row!.n} deliveries instead of ${expected}`);
    return {
      setup: setup.name,
      without: medianOf(measured.without),
      matching: medianOf(measured.matching),
    };
  } finally {
    stopping.abort();
    await matching;
    await system.close();
  }
}

function medianOf(rows: RateAndCpu[]): RateAndCpu {
  const database = rows.map(({ databaseCpuMs }) => databaseCpuMs);
  return {
    perSecond: median(rows.map(({ perSecond }) => perSecond)),
    appCpuMs: median(rows.map(({ appCpuMs }) => appCpuMs)),
    databaseCpuMs: database.includes(null) ? null : median(database as number[]),
  };
}

/** Like the scheduler's loop. */
async function match(db: Database, signal: AbortSignal): Promise<void> {
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();
  signal.addEventListener('abort', wake);
  const subscription = await db.listen(channels.changes, wake, wake);
  while (!signal.aborted) {
    woken = Promise.withResolvers();
    await matchAlertRules({ db }, { signal });
    await Promise.race([woken.promise, delay(1_000, undefined, { ref: false })]);
  }
  await subscription.close();
}
