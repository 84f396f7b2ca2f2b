import { treePssBytes } from '@shotclock/testing';
import type { Contestant, Order } from './workload.ts';

export type MemoryResult = { captures: number; bytes: number };

/** Captures between two measurements. */
const step = 50;
const samples = 5;

/**
 * Measures the proportional set size between captures, after every 50th of `captures` mixed captures. Each value is the
 * median of several samples.
 */
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
    const values: number[] = [];
    for (let sample = 0; sample < samples; sample++) values.push(await treePssBytes(worker.pid));
    results.push({ captures: made + step, bytes: values.toSorted((a, b) => a - b)[2]! });
  }
  return results;
}
