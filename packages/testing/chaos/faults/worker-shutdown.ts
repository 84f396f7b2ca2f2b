import { setTimeout as delay } from 'node:timers/promises';
import { onceAt } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import {
  claimedWhenEnded,
  lastScreenshot,
  type ProcessRun,
  requeuedBy,
  waitForBacklog,
  waitForBusyWorker,
  waitForReadyWorker,
} from '../status-changes.ts';
import type { System } from '../system.ts';

/** As short runs have it: what is left to captures of it is 2 s. */
const graceSeconds = 7;
/** Of a busy machine, to see that a process has ended. */
const seenEndedMs = 1_000;
/** "At once" is long before a lease would have run out, when a slot becomes free. */
const atOnceMs = 10_000;

type Stop = ProcessRun & { code: number | null; toldAt: number };

export const workerShutdown: Fault = {
  name: 'worker-shutdown',
  promise:
    'a worker that is told to stop under load exits inside its grace period, and others go on with its work at once',
  backends: bothBackends,
  async run(ctx) {
    const { times, length, log } = ctx;
    const system =
      length === 'short'
        ? await ctx.sharedSystem()
        : await ctx.startSystem({ workers: 3, env: { SHUTDOWN_GRACE_SECONDS: String(graceSeconds) } });
    const { sql } = system;
    const since = await lastScreenshot(sql);
    const injected = times(50, 1);
    const stops: Stop[] = [];
    for (let n = 1; n <= injected; n += 1) {
      stops.push(await stopOne(ctx, system, n));
      if (n % 10 === 0) log(`${n} of ${injected}`);
    }
    await system.ended(120_000);

    const found = await checkInvariants(system, { since });
    const returned = (await Promise.all(stops.map((stop) => requeuedBy(sql, stop, stop.toldAt)))).flat();
    const abandoned = await Promise.all(stops.map((stop) => claimedWhenEnded(sql, stop)));
    const waited = returned.map((one) => one.afterMs ?? Number.POSITIVE_INFINITY);
    const slowestStop = Math.max(...stops.map((stop) => stop.at - stop.toldAt));
    log(`${returned.length} captures were handed back; the slowest stop took ${slowestStop} ms`);
    const slow = stops.filter(
      (stop) => stop.code !== 0 || stop.at - stop.toldAt > graceSeconds * 1_000 + seenEndedMs,
    );
    return {
      ...found,
      injected,
      slowestRecoveryMs: Math.max(0, ...waited),
      broken: [
        ...found.broken,
        ...slow.map((stop) => `did not stop in order and in time: ${JSON.stringify(stop)}`),
        ...returned
          .filter(({ afterMs }) => afterMs === null || afterMs > atOnceMs)
          .map((one) => `resumed too late: ${JSON.stringify(one)}`),
        ...abandoned.flat().map((id) => `capture ${id} was not handed back by the worker that stopped`),
        ...(returned.length === 0 ? ['no worker had unfinishedCaptures work when it was stopped'] : []),
      ],
    };
  },
};

async function stopOne({ random, length }: FaultContext, system: System, n: number): Promise<Stop> {
  const { sql, site, client, workers } = system;
  await waitForBacklog(sql, 0);
  const afterMs = () => (length === 'short' ? 4_000 : random.integer(500, 8_000));
  const urls = Array.from({ length: length === 'short' ? 2 : 3 }, (_, item) =>
    site.url(`stopped ${n} ${item}`, { afterMs: afterMs() }),
  );
  await client.createSchedule(onceAt(new Date(), urls, { detectChanges: true }));
  const worker = await waitForBusyWorker(sql, random.shuffle(workers));
  await delay(random.integer(0, length === 'short' ? 200 : 1_500));
  await waitForReadyWorker(workers.filter((one) => one !== worker));
  const toldAt = Date.now();
  const exit = await worker.kill('SIGTERM');
  return { process: worker.name, toldAt, ...exit };
}
