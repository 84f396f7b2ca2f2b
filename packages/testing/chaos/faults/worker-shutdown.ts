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
import { type System, slotsOfWorker } from '../system.ts';

/** The value of SHUTDOWN_GRACE_SECONDS in short runs. The worker reserves 5 s for closing, so 2 s remain for captures. */
const graceSeconds = 7;
/** On a busy machine, the exit of a process is detected with this delay. */
const seenEndedMs = 1_000;
/** Maximum time that a requeued capture waits while another worker has a free slot. It is far shorter than a lease. */
const atOnceMs = 10_000;

type Stop = ProcessRun & { code: number | null; signalledAt: number };

export const workerShutdown: Fault = {
  name: 'worker-shutdown',
  promise:
    'a worker that is stopped under load exits within its grace period, and other workers continue its work as soon as they have a free slot',
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
    const { workers } = system;
    const returned = (
      await Promise.all(
        stops.map((stop) => requeuedBy(sql, stop, { from: stop.signalledAt, workers, slots: slotsOfWorker })),
      )
    ).flat();
    const abandoned = await Promise.all(stops.map((stop) => claimedWhenEnded(sql, stop)));
    const waited = returned.map((one) => one.afterMs ?? Number.POSITIVE_INFINITY);
    const slowestStop = Math.max(...stops.map((stop) => stop.at - stop.signalledAt));
    const withFreeSlotMs = Math.max(0, ...returned.map((one) => one.withFreeSlotMs ?? 0));
    log(
      `${returned.length} captures were requeued and waited up to ${Math.round(withFreeSlotMs)} ms while a slot was free; the slowest stop took ${slowestStop} ms`,
    );
    const slow = stops.filter(
      (stop) => stop.code !== 0 || stop.at - stop.signalledAt > graceSeconds * 1_000 + seenEndedMs,
    );
    return {
      ...found,
      injected,
      slowestRecoveryMs: Math.max(0, ...waited),
      broken: [
        ...found.broken,
        ...slow.map((stop) => `did not stop cleanly and in time: ${JSON.stringify(stop)}`),
        ...returned
          .filter(({ withFreeSlotMs: ms }) => ms === null || ms > atOnceMs)
          .map((one) => `resumed too late: ${JSON.stringify(one)}`),
        ...abandoned.flat().map((id) => `capture ${id} was not requeued by the stopped worker`),
        ...(returned.length === 0 ? ['no worker had unfinished captures when it was stopped'] : []),
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
  const signalledAt = Date.now();
  const exit = await worker.kill('SIGTERM');
  return { process: worker.name, signalledAt, ...exit };
}
