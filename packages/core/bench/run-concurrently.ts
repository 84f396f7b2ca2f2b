import type { Database } from '@shotclock/db';
import { walPosition } from './count-work.ts';
import { elapsed, median } from './timing.ts';

/** `walBytes` is the amount of WAL that the server wrote per call. */
export type Throughput = { perSecond: number; medianMs: number; p99Ms: number; walBytes: number };

/**
 * Calls `work` for each input in order, with up to `concurrency` calls at a time, and measures all calls together.
 * @param options.seconds no call starts after this time
 */
export async function runConcurrently<T>(
  db: Database,
  inputs: T[],
  { concurrency, seconds }: { concurrency: number; seconds: number },
  work: (input: T) => Promise<unknown>,
): Promise<Throughput> {
  const times: number[] = [];
  const waiting = inputs.values();
  const endsAt = performance.now() + seconds * 1_000;
  const worker = async () => {
    for (let next = waiting.next(); !next.done && performance.now() < endsAt; next = waiting.next())
      times.push(await elapsed(() => work(next.value)));
  };
  const walBefore = await walPosition(db);
  const ms = await elapsed(() => Promise.all(Array.from({ length: concurrency }, worker)));
  return {
    perSecond: (times.length / ms) * 1_000,
    medianMs: median(times),
    p99Ms: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!,
    walBytes: ((await walPosition(db)) - walBefore) / times.length,
  };
}

/** The medians of several runs. */
export function medianThroughput(runs: Throughput[]): Throughput {
  const of = (name: keyof Throughput) => median(runs.map((run) => run[name]));
  return {
    perSecond: of('perSecond'),
    medianMs: of('medianMs'),
    p99Ms: of('p99Ms'),
    walBytes: of('walBytes'),
  };
}
