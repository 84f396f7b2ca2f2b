import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Durations in milliseconds of the calm client's successful (200) requests, and the outcomes of all other requests. */
export type CalmRequests = { times: number[]; failures: string[] };

export type CalmTarget = {
  url: string;
  path: string;
  /** Keys that the client rotates through, so that no key exceeds its limit. */
  keys: string[];
};

/** Time between the starts of two requests. A client that is late sends the next request immediately. */
const periodMs = 10;

/**
 * Sends requests one after the other until `finished` returns true.
 * @param options.reconnect whether each request uses a new connection instead of a shared kept-alive connection
 */
export async function sendCalmly(
  { url, path, keys }: CalmTarget,
  { reconnect, finished }: { reconnect: boolean; finished: () => boolean },
): Promise<CalmRequests> {
  const agent = new Agent({ keepAlive: !reconnect, maxSockets: 1 });
  const times: number[] = [];
  const failures: string[] = [];
  for (let n = 0; !finished(); n += 1) {
    const start = performance.now();
    const outcome = await get(url + path, keys[n % keys.length]!, agent);
    const ms = performance.now() - start;
    if (outcome === '200') times.push(ms);
    else failures.push(outcome);
    await delay(Math.max(0, periodMs - ms));
  }
  agent.destroy();
  return { times, failures };
}

/** Returns the status or the code of the error. */
function get(url: string, key: string, agent: Agent): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
  const sent = request(url, { agent, headers: { 'x-api-key': key }, timeout: 10_000 }, (response) => {
    response.resume();
    response.on('end', () => resolve(String(response.statusCode)));
    response.on('error', fail);
  });
  sent.on('error', fail);
  sent.on('timeout', () => sent.destroy(new Error('no response in 10 s')));
  sent.end();
  return promise;
}

/** Returns the smallest value that at least this fraction of the values do not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
