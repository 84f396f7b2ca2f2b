import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, type Order, type Workload, workloads } from './workload.ts';

/** `small` captures the small page while `long`, which may be the same contestant, captures the long page. */
export type Neighbors = { name: string; small: Contestant; long: Contestant };
export type NeighborResult = { name: string; alone: number[]; beside: number[] };

/**
 * Delay between the start of the long capture and the start of the small one, so that the long capture is already
 * running.
 */
const headStartMs = 100;

/**
 * Measures the milliseconds from the release of a small PNG to its settlement, alone and alongside a long PNG that starts
 * earlier and ends later. The two cases and the pairs of neighbors alternate.
 */
export async function measureNeighbors(
  neighbors: Neighbors[],
  orderOf: (workload: Workload) => Order,
  times: number,
): Promise<NeighborResult[]> {
  const [small, long] = [workloads[0]!, workloads[2]!].map((one) => ({ ...orderOf(one), count: 1 }));
  const results = neighbors.map((one) => ({ ...one, alone: [] as number[], beside: [] as number[] }));
  const timed = async (contestant: Contestant) => {
    const run = await contestant.prepare(small!);
    const startedAt = performance.now();
    await run();
    return performance.now() - startedAt;
  };
  // The first repetition only warms up the contestants.
  for (let time = 0; time <= times; time++)
    for (const one of results) {
      const alone = await timed(one.small);
      const runLong = await one.long.prepare(long!);
      const ended = runLong();
      await sleep(headStartMs);
      const beside = await timed(one.small);
      await ended;
      if (time === 0) continue;
      one.alone.push(alone);
      one.beside.push(beside);
    }
  return results;
}
