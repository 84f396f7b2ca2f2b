import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../src/eventually.ts';
import { startAlertReceiver } from '../alert-receiver.ts';
import { type Alerts, checkAlerts, createAlerts, hastenDeliveries, waitForAlerts } from '../alerts.ts';
import { onceAt } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import type { System } from '../system.ts';

const recoveredMs = 120_000;
/** A receiver responds after up to this time, so that many interruptions fall between a request and its record. */
const maxResponseMs = 400;

/** What interrupts the schedulers, which match facts against rules and send the messages. */
type Interruption = 'killed' | 'frozen' | 'database restarted' | 'queue emptied';

/** Uses its own system, because runs survive a crash of Postgres only if Postgres is durable. */
export const alertSenderInterrupted: Fault = {
  name: 'alert-sender-interrupted',
  promise:
    'when schedulers are killed or frozen, Postgres restarts or Redis is emptied, each run is delivered to each destination, repeatedly only with the same ID',
  backends: bothBackends,
  testBackends: ['redis'],
  async run(ctx) {
    const { backend, random, log } = ctx;
    const system = await ctx.startSystem({ durable: true, schedulers: 2, workers: 1 });
    const kinds: Interruption[] = ['killed', 'frozen', 'database restarted', 'killed'];
    if (backend === 'redis') kinds.push('queue emptied');
    const delayMs = () => random.integer(0, maxResponseMs);
    const receivers = await Promise.all([1, 2].map(() => startAlertReceiver({ delayMs })));
    try {
      const alerts = await createAlerts(system, receivers);
      const injected = ctx.times(60, 3);
      let slowestRecoveryMs = 0;
      for (let n = 1; n <= injected; n += 1) {
        const kind = kinds[(n - 1) % kinds.length]!;
        const recoveryMs = await interruptOnce(ctx, system, alerts, { kind, n });
        slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs);
        log(`${n} of ${injected}, ${kind}: all messages were delivered ${Math.round(recoveryMs)} ms later`);
      }
      const { runs, repeated, ...sent } = await checkAlerts(system, alerts);
      log(`${runs} runs, ${repeated} messages repeated with the same ID`);
      const found = await checkInvariants(system);
      return {
        ...found,
        injected,
        losses: found.losses + sent.losses,
        duplicates: found.duplicates + sent.duplicates,
        slowestRecoveryMs,
        broken: [...found.broken, ...sent.broken],
      };
    } finally {
      await Promise.all(receivers.map((one) => one.close()));
    }
  },
};

/**
 * Runs schedules and interrupts at a random time. Returns how long after the interruption all runs had ended and all
 * messages were delivered, with leases and delays between attempts shortened.
 */
async function interruptOnce(
  { random }: FaultContext,
  system: System,
  alerts: Alerts,
  { kind, n }: { kind: Interruption; n: number },
): Promise<number> {
  const { client, site, sql } = system;
  for (let run = 1; run <= 4; run += 1)
    await client.createSchedule(onceAt(new Date(), [site.url(`sender ${n} ${run}`)]));
  // A run of one small page ends after about half a second.
  await delay(random.integer(0, 1_500));
  await interrupt(system, kind, random.pick(system.schedulers));
  const back = performance.now();
  await eventually(
    async () => (await sql`select from schedules where next_run_at is not null`).length === 0,
    { what: 'the schedules to run', timeoutMs: recoveredMs },
  );
  await system.ended(recoveredMs);
  await hastenDeliveries(system);
  await waitForAlerts(system, alerts, recoveredMs);
  return performance.now() - back;
}

async function interrupt(
  system: System,
  kind: Interruption,
  scheduler: System['schedulers'][number],
): Promise<void> {
  const { postgres, redis } = system;
  if (kind === 'killed') {
    await scheduler.kill();
  } else if (kind === 'database restarted') {
    await postgres.kill('SIGQUIT');
    await postgres.start();
  } else if (kind === 'queue emptied') {
    await redis!.empty();
  } else {
    scheduler.pause();
    try {
      // The other scheduler claims what the frozen one holds, whose results are then refused by the fencing token.
      await delay(1_000);
      await hastenDeliveries(system);
      await delay(1_000);
    } finally {
      scheduler.resume();
    }
  }
}
