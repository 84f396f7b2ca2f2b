import { eventually } from '../../src/eventually.ts';
import { type AlertReceiver, startAlertReceiver, troubles } from '../alert-receiver.ts';
import { checkAlerts, createAlerts, deleteAlerts, hastenDeliveries, waitForAlerts } from '../alerts.ts';
import { onceAt } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { lastScreenshot } from '../status-changes.ts';
import type { System } from '../system.ts';

/** Maximum time from the end of a run until a receiver that works has its message. */
const promptMs = 10_000;
const recoveredMs = 60_000;

export const alertReceivers: Fault = {
  name: 'alert-receivers',
  promise:
    'while receivers are slow, fail, redirect, are away or never respond, another receiver gets each message within 10 s; when they return, they get every message',
  backends: bothBackends,
  testBackends: ['postgres'],
  async run(ctx) {
    const system = await ctx.sharedSystem();
    const { client, sql } = system;
    const since = await lastScreenshot(sql);
    const injected = ctx.times(20, 1);
    const receivers = await Promise.all([...troubles, 'accepts'].map(() => startAlertReceiver()));
    try {
      const alerts = await createAlerts(system, receivers);
      let slowestMs = 0;
      for (let n = 1; n <= injected; n += 1) {
        slowestMs = Math.max(slowestMs, await disturb(ctx, system, receivers, n));
        await hastenDeliveries(system);
        await waitForAlerts(system, alerts, recoveredMs);
      }
      const { runs, repeated, ...sent } = await checkAlerts(system, alerts);
      await deleteAlerts(client, alerts);
      ctx.log(
        `${runs} runs, ${receivers.length} receivers, ${repeated} messages repeated with the same ID; the working receiver had each message within ${Math.round(slowestMs)} ms`,
      );
      const found = await checkInvariants(system, { since });
      return {
        ...found,
        injected: injected * troubles.length,
        losses: found.losses + sent.losses,
        duplicates: found.duplicates + sent.duplicates,
        slowestRecoveryMs: slowestMs,
        broken: [
          ...found.broken,
          ...sent.broken,
          ...(slowestMs > promptMs ? [`the working receiver waited ${slowestMs} ms`] : []),
        ],
      };
    } finally {
      await Promise.all(receivers.map((one) => one.close()));
    }
  },
};

/**
 * Runs schedules while every receiver but one is in trouble, until an attempt at each of them has ended.
 * @returns how long after the last run the working receiver had all messages, in milliseconds
 */
async function disturb(
  { random, length }: FaultContext,
  { client, site, sql, ended }: System,
  receivers: readonly AlertReceiver[],
  n: number,
): Promise<number> {
  const disturbed = random.shuffle(receivers);
  const working = disturbed.pop()!;
  for (const [index, receiver] of disturbed.entries()) receiver.behave(troubles[index]!);
  const before = working.received.length;
  const startedAt = new Date();
  const runs = length === 'short' ? 3 : 10;
  for (let run = 1; run <= runs; run += 1)
    await client.createSchedule(onceAt(new Date(), [site.url(`receivers ${n} ${run}`)]));
  await eventually(
    async () =>
      (await sql`select from schedules where next_run_at is not null and next_run_at <= now()`).length === 0,
    { what: 'the schedules to run' },
  );
  await ended(recoveredMs);
  const endedAt = performance.now();
  await eventually(() => working.received.length >= before + runs, {
    timeoutMs: recoveredMs,
    what: 'the messages of the working receiver',
  });
  const waitedMs = performance.now() - endedAt;
  // The attempts at a receiver that never responds end after 15 s.
  const attempted = async () =>
    (
      await sql`select distinct destination_id from deliveries d join delivery_attempts a on a.delivery_id = d.id
        where a.at > ${startedAt}`
    ).length === receivers.length;
  await eventually(attempted, { timeoutMs: recoveredMs, what: 'an attempt at each receiver' });
  for (const receiver of receivers) receiver.behave('accepts');
  return waitedMs;
}
