import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, type Order, type Workload, workloads } from './workload.ts';

export type NeighbourResult = { alone: number[]; beside: number[] };

const times = 15;
/** By then a long capture is on its way when the small one begins. */
const headStartMs = 100;

/**
 * Milliseconds of a small PNG, from its release to its settlement, with nothing beside it and with a long PNG that began
 * before it and ends after it; in turn.
 */
export async function measureNeighbour(
  worker: Contestant,
  orderOf: (workload: Workload) => Order,
): Promise<NeighbourResult> {
  const [small, long] = [workloads[0]!, workloads[2]!].map((one) => ({ ...orderOf(one), count: 1 }));
  const result: NeighbourResult = { alone: [], beside: [] };
  const timed = async () => {
    const run = await worker.prepare(small!);
    const startedAt = performance.now();
    await run();
    return performance.now() - startedAt;
  };
  await timed();
  for (let time = 0; time < times; time++) {
    result.alone.push(await timed());
    const runLong = await worker.prepare(long!);
    const neighbour = runLong();
    await sleep(headStartMs);
    result.beside.push(await timed());
    await neighbour;
  }
  return result;
}
