import { treePssBytes } from '@shotclock/testing';
import type { Contestant, Order } from './workload.ts';

export type MemoryResult = { captures: number; bytes: number };

/** Captures between two looks at the memory. */
const step = 50;
const looks = 5;

/** Proportional set size after every 50 of `captures` mixed captures, between captures; the median of some looks. */
export async function measureMemory(
  worker: Contestant,
  orders: readonly Order[],
  captures: number,
): Promise<MemoryResult[]> {
  const results: MemoryResult[] = [];
  for (let made = 0; made < captures; made += step) {
    const each = Math.ceil(step / orders.length);
    for (const [at, order] of orders.entries()) {
      const run = await worker.prepare({ ...order, count: Math.min(each, step - at * each) });
      await run();
    }
    const seen: number[] = [];
    for (let look = 0; look < looks; look++) seen.push(await treePssBytes(worker.pid));
    results.push({ captures: made + step, bytes: seen.toSorted((a, b) => a - b)[2]! });
  }
  return results;
}
