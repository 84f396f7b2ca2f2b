import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient, onceAt, small } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { startPostingClient } from '../posting-client.ts';
import { checkScheduledRuns, everySecond, waitForScheduledRuns } from '../scheduled-runs.ts';
import { lastScreenshot } from '../status-changes.ts';
import type { System } from '../system.ts';

const pauseMs = { short: 1_000, long: 2_500 };
/** Time to create the schedules before the first kill. */
const leadMs = 3_000;

export const schedulerAndApiKilled: Fault = {
  name: 'scheduler-and-api-killed',
  promise:
    'each scheduled time has exactly one execution, and acknowledged POSTs survive, with and without retries',
  backends: bothBackends,
  // A kill can fall between the writes to two stores only if the queue is on Redis.
  testBackends: ['redis'],
  async run(ctx) {
    const { times, random, length, log } = ctx;
    const system = await ctx.sharedSystem();
    const { client, sql } = system;
    const since = await lastScreenshot(sql);
    const injected = times(100, 4);
    const firstAt = Date.now() + leadMs;
    const once = await scheduleOnce(ctx, system, firstAt, injected * pauseMs[length]);
    const cron = await client.createSchedule(everySecond(new Date(firstAt)));

    const consumer = startPostingClient(createApiClient(system.apis[0]!.origin()), (name) => ({
      url: system.site.url(name),
      ...small,
    }));
    for (let n = 1; n <= injected; n += 1) {
      await delay(random.integer(0, 2 * pauseMs[length]) / 2 + pauseMs[length] / 2);
      const one = random.pick([system.schedulers[0]!, system.apis[0]!]);
      // Usually the process is running at this time, but sometimes it is still starting.
      if (random.next() < 0.75) await one.running();
      await one.kill();
      if (n % 20 === 0) log(`${n} of ${injected}`);
    }
    const posts = await consumer.stop();
    await Promise.all([...system.apis, ...system.schedulers].map((one) => one.running()));
    await waitForScheduledRuns(sql, once, cron.id);
    await client.request('DELETE', `/schedules/${cron.id}`);
    await system.ended(120_000);

    const found = await checkInvariants(system, { since });
    const schedules = await checkScheduledRuns(sql, once, cron.id);
    const broken = await posts.broken(sql, since);
    log(
      `${once.size} schedules, ${schedules.runs} runs of one every second, ${posts.acknowledged} POSTs acknowledged; the latest run started ${Math.round(schedules.slowestStartMs)} ms late, the slowest POST took ${Math.round(posts.slowestMs)} ms`,
    );
    return {
      ...found,
      injected,
      losses: found.losses + schedules.lost + broken.lost.length,
      duplicates: found.duplicates + schedules.twice + broken.twice.length,
      slowestRecoveryMs: Math.max(schedules.slowestStartMs, posts.slowestMs),
      broken: [...found.broken, ...schedules.broken, ...broken.lost, ...broken.twice],
    };
  },
};

/**
 * Creates schedules that run once, at random times while processes are being killed. Returns their scheduled times by ID.
 */
async function scheduleOnce(
  { random, times }: FaultContext,
  system: System,
  firstAt: number,
  spanMs: number,
) {
  const due = new Map<number, number>();
  for (let n = 1; n <= times(150, 6); n += 1) {
    const at = new Date(firstAt + random.integer(0, spanMs));
    const { id } = await system.client.createSchedule(onceAt(at, [system.site.url(`once ${n}`)]));
    due.set(id, at.getTime());
  }
  return due;
}
