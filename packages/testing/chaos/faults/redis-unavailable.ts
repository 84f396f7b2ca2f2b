import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../src/eventually.ts';
import { startTcpFaultProxy, type TcpFaultProxy } from '../../src/network/tcp-fault-proxy.ts';
import { startContinuousWriter } from '../continuous-writer.ts';
import type { Fault, FaultContext, FaultResult } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { lastScreenshot } from '../status-changes.ts';
import type { System } from '../system.ts';

/** Maximum duration of a write. */
const writtenMs = 5_000;
/** Without jobs, a worker detects a stalled connection after 10 s. */
const resumedMs = 30_000;
const recoveredMs = 120_000;

/**
 * How Redis fails: it refuses connections, stalls them, or keeps old connections stalled even after it is available
 * again.
 */
type Manner = 'refuses' | 'stalls' | 'returns with stalled connections';

export const redisUnavailable: Fault = {
  name: 'redis-unavailable',
  promise:
    'while Redis is unavailable for a minute, the API accepts writes; afterwards, workers resume automatically',
  backends: ['redis'],
  async run(ctx) {
    if (ctx.length === 'short') {
      const system = await ctx.sharedSystem();
      const { redis } = system;
      const outage = { begin: () => redis!.pause(), end: () => redis!.resume() };
      return interrupt(ctx, system, 'stalls', outage);
    }
    let proxy: TcpFaultProxy | undefined;
    const system = await ctx.startSystem({
      workers: 2,
      env: async ({ redis }) => {
        proxy = await startTcpFaultProxy(redis!.url);
        return { REDIS_URL: proxy.url };
      },
    });
    const outages: Record<Manner, { begin(): unknown; end(): unknown }> = {
      refuses: { begin: () => proxy!.disable(), end: () => proxy!.enable() },
      stalls: { begin: () => system.redis!.pause(), end: () => system.redis!.resume() },
      'returns with stalled connections': { begin: () => proxy!.stall(), end: () => proxy!.unstall() },
    };
    const results: FaultResult[] = [];
    for (let n = 0; n < ctx.times(1, 1); n += 1)
      for (const [manner, outage] of Object.entries(outages))
        results.push(await interrupt(ctx, system, manner as Manner, outage));
    await proxy!.disable();
    return summed(results);
  },
};

async function interrupt(
  { random, length, log }: FaultContext,
  system: System,
  manner: Manner,
  outage: { begin(): unknown; end(): unknown },
): Promise<FaultResult> {
  const { sql } = system;
  const since = await lastScreenshot(sql);
  const processes = [...system.apis, ...system.schedulers, ...system.workers];
  const ends = () => processes.reduce((sum, { exits }) => sum + exits.length, 0);
  const endsBefore = ends();
  const writer = startContinuousWriter(system, {
    random,
    name: `unavailable ${manner} ${since}`,
    everyMs: 300,
  });
  const finished = async () =>
    (await sql`select from screenshots where id > ${since} and status = 'SUCCESS'`).length;
  await eventually(async () => (await finished()) > 0, {
    what: 'a capture before the outage',
    timeoutMs: 30_000,
  });

  await outage.begin();
  const writtenBefore = writer.written.screenshots.length;
  await delay(length === 'short' ? 5_000 : 60_000);
  const writtenMeanwhile = writer.written.screenshots.length - writtenBefore;
  await outage.end();
  const back = performance.now();
  const finishedBefore = await finished();
  await eventually(async () => (await finished()) > finishedBefore, {
    what: 'workers to resume',
    timeoutMs: recoveredMs,
  });
  const resumed = performance.now() - back;
  const { refused } = await writer.stop();
  await system.ended(recoveredMs);
  const slowestRecoveryMs = performance.now() - back;
  log(
    `Redis ${manner}: resumed after ${Math.round(resumed)} ms, everything completed after ${Math.round(slowestRecoveryMs)} ms`,
  );

  const found = await checkInvariants(system, { since });
  const minWritten = (length === 'short' ? 5_000 : 60_000) / (300 + writtenMs);
  return {
    ...found,
    injected: 1,
    slowestRecoveryMs,
    broken: [
      ...found.broken,
      ...refused.map((why) => `the API refused a write while Redis was unavailable: ${why}`),
      ...(writtenMeanwhile < minWritten
        ? [`only ${writtenMeanwhile} captures were requested during the outage`]
        : []),
      ...(resumed > resumedMs ? [`Redis ${manner}: workers resumed only after ${resumed} ms`] : []),
      ...(ends() > endsBefore ? [`Redis ${manner}: a process ended`] : []),
    ],
  };
}

function summed(results: readonly FaultResult[]): FaultResult {
  const sum = (of: (result: FaultResult) => number) => results.reduce((total, one) => total + of(one), 0);
  return {
    injected: sum((one) => one.injected),
    captures: sum((one) => one.captures),
    duplicates: sum((one) => one.duplicates),
    losses: sum((one) => one.losses),
    wrongCounters: sum((one) => one.wrongCounters),
    slowestRecoveryMs: Math.max(...results.map((one) => one.slowestRecoveryMs ?? 0)),
    broken: results.flatMap((one) => one.broken),
  };
}
