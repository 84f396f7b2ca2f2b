import { setTimeout as delay } from 'node:timers/promises';
import { treeCpuMs } from '@shotclock/testing';
import autocannon from 'autocannon';

/**
 * A request that is sent repeatedly. If there are several paths, the connections divide them among themselves and request
 * them in turn.
 */
export type BenchRequest = {
  key: string;
  name: string;
  method: 'GET' | 'POST';
  paths: string[];
  body?: string;
};

/** A server to measure: its address, its process, the process of its database server, and the headers of each request. */
export type Target = { url: string; pid: number; databasePid: number; headers?: Record<string, string> };

export type Load = { rounds: number; seconds: number; connections: number };

/** CPU time per request, in milliseconds. */
export type Sample = { serverMs: number; databaseMs: number; perSecond: number };

/** Sends requests for a few seconds. @throws Error if a response is not 2xx */
export async function measureRequests(
  { url, pid, databasePid, headers = {} }: Target,
  { method, paths, body }: BenchRequest,
  { seconds, connections }: Omit<Load, 'rounds'>,
): Promise<Sample> {
  const before = [await treeCpuMs(pid), await treeCpuMs(databasePid)] as const;
  let clients = 0;
  const result = await autocannon({
    url: url + paths[0],
    connections,
    duration: seconds,
    setupClient(client) {
      const own = paths.filter((_path, index) => index % connections === clients % connections);
      clients += 1;
      const requests = (own.length > 0 ? own : paths).map((path) => ({
        method,
        path: new URL(url + path).pathname,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
      }));
      client.setRequests(requests);
    },
  });
  // The kernel adds the last milliseconds of CPU time only when a process blocks.
  await delay(50);
  const [serverMs, databaseMs] = [await treeCpuMs(pid), await treeCpuMs(databasePid)];
  const { '2xx': answered, non2xx, errors } = result;
  if (answered === 0 || non2xx + errors > 0)
    throw new Error(`${method} ${url}${paths[0]}: ${non2xx} other responses and ${errors} errors`);
  return {
    serverMs: (serverMs - before[0]) / answered,
    databaseMs: (databaseMs - before[1]) / answered,
    perSecond: answered / result.duration,
  };
}

/** Measures the targets in turn after a warm-up round. Every second round runs in reverse order. */
export async function measureInTurn(
  targets: Target[],
  request: BenchRequest,
  load: Load,
): Promise<Sample[][]> {
  const samples: Sample[][] = targets.map(() => []);
  for (const target of targets) await measureRequests(target, request, load);
  for (let round = 0; round < load.rounds; round += 1) {
    const order = [...targets.keys()];
    for (const index of round % 2 === 0 ? order : order.reverse())
      samples[index]!.push(await measureRequests(targets[index]!, request, load));
  }
  return samples;
}
