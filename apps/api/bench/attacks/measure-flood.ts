import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { treeCpuMs } from '@shotclock/testing';
import { type CalmRequests, type CalmTarget, quantile, sendCalmly } from './calm-client.ts';
import type { Flood } from './flood.ts';

/** Results of a calm client before and during the flood. `cpuMs` is the API's CPU time during the flood. */
export type FloodRound = { alone: CalmRequests; beside: CalmRequests; flood: Flood; cpuMs: number };

const program = fileURLToPath(new URL('flood.ts', import.meta.url));

/** Measures one round. `key` is the API key that the flood uses. */
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

/** The ratio of the 99th percentile during the flood to the 99th percentile without it. */
export const ratioOf = ({ alone, beside }: FloodRound): number =>
  quantile(beside.times, 0.99) / quantile(alone.times, 0.99);
