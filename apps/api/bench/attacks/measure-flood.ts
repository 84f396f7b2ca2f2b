import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { treeCpuMs } from '@shotclock/testing';
import { type CalmRequests, type CalmTarget, quantile, sendCalmly } from './calm-client.ts';
import type { Flood } from './flood.ts';

/** A calm client alone, and then beside the flood. `cpuMs` is the CPU time of the API during the flood. */
export type FloodRound = { alone: CalmRequests; beside: CalmRequests; flood: Flood; cpuMs: number };

const program = fileURLToPath(new URL('flood.ts', import.meta.url));

/** Measures a round. `key` is that of the flood. */
export async function measureFlood(
  target: CalmTarget & { pid: number },
  {
    key,
    requests,
    connections,
    seconds,
  }: { key: string; requests: number; connections: number; seconds: number },
): Promise<FloodRound> {
  const end = performance.now() + seconds * 1_000;
  const alone = await sendCalmly(target, { reconnect: false, finished: () => performance.now() > end });
  const args = [target.url + target.path, key, String(requests), String(connections)];
  const before = await treeCpuMs(target.pid);
  const child = fork(program, args);
  let finished = false;
  const result = once(child, 'message').finally(() => {
    finished = true;
  });
  const beside = await sendCalmly(target, { reconnect: false, finished: () => finished });
  const [flood] = (await result) as [Flood];
  return { alone, beside, flood, cpuMs: (await treeCpuMs(target.pid)) - before };
}

/** The 99th percentile beside the flood relative to that alone. */
export const ratioOf = ({ alone, beside }: FloodRound): number =>
  quantile(beside.times, 0.99) / quantile(alone.times, 0.99);
