import type { Database } from '@shotclock/db';
import type { QueueConnection } from '@shotclock/queue';
import type { ObjectStore } from '@shotclock/storage';
import { runSchedule } from '../src/index.ts';
import { createTestContext } from '../test/test-context.fixture.ts';
import { createBenchSchedule, startSyntheticSystem } from './synthetic-system.ts';
import { elapsed } from './timing.ts';

export type CaptureThroughput = { setup: string; concurrency: number; perSecond: number };

const itemsOfRun = 100;
/** More than the slots, so that captures always wait. */
const waiting = 3 * itemsOfRun;

/**
 * Runs captures from the start of their run to their settlement as fast as the control plane can: one scheduler and one worker, both
 * in this process, whose slots need no time for a page.
 */
export async function measureThroughput(
  db: Database,
  setup: { name: string; connection: QueueConnection; store: ObjectStore },
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
    // Opens the connections.
    await settleAll(0, waiting);
    const ms = await elapsed(() => settleAll(waiting, waiting + captures));
    return { setup: setup.name, concurrency, perSecond: (captures / ms) * 1_000 };
  } finally {
    await system.close();
  }
}
