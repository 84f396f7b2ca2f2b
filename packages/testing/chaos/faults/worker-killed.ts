import { setTimeout as delay } from 'node:timers/promises';
import { onceAt } from '../client.ts';
import { bothBackends, type Fault } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { lastScreenshot, takenUp } from '../steps.ts';

/** What a worker held must be taken up by another so soon. */
const takenUpMs = 30_000;
const itemsOfSchedule = 4;

export const workerKilled: Fault = {
  name: 'worker-killed',
  promise:
    'every execution ends, successful + failed = total, one screenshot an item, and the work is taken up within 30 s',
  backends: bothBackends,
  async run({ times, random, length, sharedSystem, log }) {
    const system = await sharedSystem();
    const since = await lastScreenshot(system.sql);
    const injected = times(200, 3);
    const kills: { process: string; at: number }[] = [];
    const longestPauseMs = length === 'short' ? 700 : 4_000;

    for (let n = 1; n <= injected; n += 1) {
      const urls = Array.from({ length: itemsOfSchedule }, (_, item) =>
        system.site.url(`killed ${n} ${item}`, { afterMs: random.integer(0, 1_500) }),
      );
      await system.client.createSchedule(onceAt(new Date(), urls, { detectChanges: true }));
      await delay(random.integer(100, longestPauseMs));
      const worker = random.pick(system.workers);
      const { at } = await worker.kill();
      kills.push({ process: worker.name, at });
      if (n % 20 === 0) log(`${n} of ${injected}`);
    }

    await system.ended(120_000);
    const found = await checkInvariants(system, { since });
    const work = (await Promise.all(kills.map(({ process, at }) => takenUp(system.sql, process, at)))).flat();
    const late = work.filter(({ afterMs }) => afterMs === null || afterMs > takenUpMs);
    const slowestRecoveryMs = Math.max(0, ...work.map(({ afterMs }) => afterMs ?? Number.POSITIVE_INFINITY));
    log(`${work.length} captures were held by workers when they were killed`);
    return {
      ...found,
      injected,
      slowestRecoveryMs,
      broken: [...found.broken, ...late.map((one) => `taken up too late: ${JSON.stringify(one)}`)],
    };
  },
};
