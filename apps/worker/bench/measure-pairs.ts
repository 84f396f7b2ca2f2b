import { treeCpuMs } from '@shotclock/testing';
import type { Contestant, Order } from './workload.ts';

/** The result of one batch: CPU milliseconds per capture, and captures per second. */
export type Batch = { cpuMs: number; perSecond: number };

export async function measureBatch(contestant: Contestant, order: Order): Promise<Batch> {
  const run = await contestant.prepare(order);
  const cpuBefore = await treeCpuMs(contestant.pid);
  const startedAt = performance.now();
  await run();
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuMs = (await treeCpuMs(contestant.pid)) - cpuBefore;
  return { cpuMs: cpuMs / order.count, perSecond: order.count / seconds };
}

/**
 * Runs one batch of each contestant in turn, `rounds` times, after a warm-up batch. Every other round is in reverse
 * order: A B C C B A …
 */
export async function measureRounds(
  contestants: readonly Contestant[],
  order: Order,
  rounds: number,
): Promise<Map<string, Batch[]>> {
  const measured = new Map<string, Batch[]>(contestants.map(({ name }) => [name, []]));
  for (const contestant of contestants)
    await measureBatch(contestant, { ...order, count: order.concurrency });
  for (let round = 0; round < rounds; round++)
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed())
      measured.get(contestant.name)!.push(await measureBatch(contestant, order));
  return measured;
}
