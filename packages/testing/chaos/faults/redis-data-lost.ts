import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../src/eventually.ts';
import { onceAt } from '../api-client.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { lastScreenshot } from '../status-changes.ts';
import { type System, slotsOfWorker } from '../system.ts';

/** Maximum time until all due work completes after Redis is available again. */
const recoveredMs = 120_000;

export const redisDataLost: Fault = {
  name: 'redis-data-lost',
  promise:
    'when Redis is killed without persistence, or emptied, all due work completes exactly once, within 2 minutes after Redis is available again',
  backends: ['redis'],
  async run(ctx) {
    const system = await ctx.sharedSystem();
    const since = await lastScreenshot(system.sql);
    const injected = ctx.times(20, 2);
    let slowestRecoveryMs = 0;
    for (let n = 1; n <= injected; n += 1) {
      const recoveryMs = await loseOnce(ctx, system, n);
      slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs);
      ctx.log(`${n} of ${injected}: everything completed ${Math.round(recoveryMs)} ms after its return`);
    }
    return { ...(await checkInvariants(system, { since })), injected, slowestRecoveryMs };
  },
};

/**
 * Alternates between killing and emptying Redis. Returns how long all work took to complete once Redis was available
 * again.
 */
async function loseOnce({ random, length }: FaultContext, system: System, n: number): Promise<number> {
  const { client, site, sql } = system;
  const redis = system.redis!;
  // There are more captures than worker slots, so some of them wait in Redis.
  const items = length === 'short' ? 3 * system.workers.length * slotsOfWorker : 20;
  const urls = (name: string, afterMs: number) =>
    Array.from({ length: items }, (_, item) => site.url(`redis ${n} ${name} ${item}`, { afterMs }));
  const kills = n % 2 === 1;
  const downMs = kills ? (length === 'short' ? 300 : random.integer(0, 10_000)) : 0;
  await client.createSchedule(onceAt(new Date(), urls('before', length === 'short' ? 400 : 1_000)));
  // This schedule becomes due while Redis is unavailable, or as soon as it is available again.
  await client.createSchedule(onceAt(new Date(Date.now() + 1_000 + downMs), urls('meanwhile', 0)));
  const jobs = async () =>
    (await sql`select from captures where attempt_token is null and enqueued_at is not null`).length > 0;
  await eventually(jobs, { what: 'captures to wait in Redis' });

  if (kills) {
    await redis.kill();
    await delay(downMs);
    await redis.start();
  } else await redis.empty();
  const back = performance.now();
  await system.ended(recoveredMs);
  return performance.now() - back;
}
