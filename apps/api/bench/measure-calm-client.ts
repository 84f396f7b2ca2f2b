import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Target } from './measure-requests.ts';

/** Durations of the calm client's requests in milliseconds, and the responses per second that the concurrent readers received. */
export type CalmSample = { times: number[]; perSecond: number };

/** Time between two requests of the calm client. */
const pauseMs = 5;

/**
 * A calm client repeatedly requests `calm`, which does not use the database, so its request durations reflect the
 * event-loop delay. Meanwhile, each reader repeatedly sends `large` from another thread. @throws Error if a response is
 * not 2xx
 */
export async function measureCalmClient(
  { url }: Target,
  { calm, large }: { calm: string; large: string },
  { readers, seconds }: { readers: number; seconds: number },
): Promise<CalmSample> {
  let finished = false;
  const reading = read(url + large, { readers, seconds }).finally(() => {
    finished = true;
  });
  const times: number[] = [];
  while (!finished) {
    const start = performance.now();
    const response = await fetch(url + calm);
    await response.arrayBuffer();
    times.push(performance.now() - start);
    if (!response.ok) throw new Error(`GET ${url}${calm}: ${response.status}`);
    await delay(pauseMs);
  }
  const { requests, non2xx, errors } = await reading;
  if (non2xx + errors > 0)
    throw new Error(`GET ${url}${large}: ${non2xx} other responses and ${errors} errors`);
  return { times, perSecond: requests.average };
}

/** Without readers, it only waits. */
async function read(url: string, { readers, seconds }: { readers: number; seconds: number }) {
  if (readers > 0) return autocannon({ url, connections: readers, duration: seconds, workers: 1 });
  return delay(seconds * 1_000, { requests: { average: 0 }, non2xx: 0, errors: 0 });
}
