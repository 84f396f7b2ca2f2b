import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../src/eventually.ts';
import { onceAt } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { redeliveriesIn } from '../redelivered-jobs.ts';
import {
  lastScreenshot,
  type ProcessRun,
  recoveriesOf,
  waitForBacklog,
  waitForBusyWorker,
  waitForReadyWorker,
  waitingCaptures,
} from '../status-changes.ts';
import type { System } from '../system.ts';

/**
 * Time limit for another worker to claim the captures of a killed worker, measured from the last kill that affects the
 * captures or their jobs.
 */
const takenUpMs = 30_000;
const itemsOfSchedule = 3;
/** Maximum backlog, which ensures that recovered captures are claimed soon. */
const maxWaiting = 6;

export const workerKilled: Fault = {
  name: 'worker-killed',
  promise:
    'every execution completes with one screenshot per item and successful + failed = total; other workers claim the work within 30 s of the last kill that affects it',
  backends: bothBackends,
  async run(ctx) {
    const { times, length, log } = ctx;
    const system = length === 'short' ? await ctx.sharedSystem() : await ctx.startSystem({ workers: 3 });
    const since = await lastScreenshot(system.sql);
    const injected = times(200, 2);
    const kills: ProcessRun[] = [];
    for (let n = 1; n <= injected; n += 1) {
      kills.push(await killOne(ctx, system, n));
      if (n % 20 === 0) log(`${n} of ${injected}`);
    }

    await system.ended(120_000);
    const found = await checkInvariants(system, { since });
    const redeliveries = system.workers.flatMap(({ lines }) => redeliveriesIn(lines));
    const work = (
      await Promise.all(kills.map((kill) => recoveriesOf(system.sql, kill, { kills, redeliveries })))
    ).flat();
    const late = work.filter(({ afterLastKillMs: ms }) => ms === null || ms > takenUpMs);
    const hitAgain = work.filter(({ afterMs, afterLastKillMs }) => afterMs !== afterLastKillMs);
    const longestMs = Math.max(0, ...hitAgain.map(({ afterMs }) => afterMs ?? 0));
    log(
      `${work.length} captures were held by the killed workers; the jobs of ${hitAgain.length} were with the next killed worker, too, and waited up to ${Math.round(longestMs)} ms in all`,
    );
    return {
      ...found,
      injected,
      slowestRecoveryMs: Math.max(
        0,
        ...work.map(({ afterLastKillMs }) => afterLastKillMs ?? Number.POSITIVE_INFINITY),
      ),
      broken: [
        ...found.broken,
        ...late.map((one) => `claimed too late: ${JSON.stringify(one)}`),
        ...(work.length === 0 ? ['no killed worker held a capture'] : []),
      ],
    };
  },
};

/** Creates work, and kills a worker that holds a capture. In a long run, an arbitrary worker is sometimes killed. */
async function killOne(
  { random, length }: FaultContext,
  { sql, client, site, workers }: System,
  n: number,
): Promise<ProcessRun> {
  await waitForBacklog(sql, maxWaiting);
  const urls = Array.from({ length: itemsOfSchedule }, (_, item) =>
    site.url(`killed ${n} ${item}`, { afterMs: random.integer(300, 1_500) }),
  );
  await client.createSchedule(onceAt(new Date(), urls, { detectChanges: true }));
  const inOrder = random.shuffle(workers);
  const worker =
    length === 'short' || random.next() < 0.75 ? await waitForBusyWorker(sql, inOrder) : inOrder[0]!;
  if (length === 'short')
    // If the killed worker had fetched a job without claiming its capture, the job remains locked in the queue for longer
    // than a short run's lease.
    await eventually(async () => (await waitingCaptures(sql)) === 0, {
      timeoutMs: 30_000,
      what: 'all captures to be claimed',
    });
  await delay(random.integer(0, length === 'short' ? 100 : 1_500));
  await waitForReadyWorker(workers.filter((one) => one !== worker));
  return { process: worker.name, ...(await worker.kill()) };
}
