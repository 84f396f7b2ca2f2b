import { createDatabase, eventually, startReceiver } from '@shotclock/testing';
import type { Seed } from './screen-samples.fixture.ts';
import { type System, spawnSystem, stopDemo } from './spawn-system.fixture.ts';

/** Starts a complete system with its own database in the test run's Postgres. */
export async function startSystem(env: Record<string, string> = {}): Promise<System> {
  const database = await createDatabase();
  const system = await spawnSystem({ ...env, DATABASE_URL: database.url });
  return {
    ...system,
    async stop() {
      await system.stop();
      await database.drop();
    },
  };
}

/** Starts a receiver of alerts for `seed`, and the settings that permit a system to send to it. */
export async function startAlertReceiver() {
  const receiver = await startReceiver();
  receiver.respondWith((response) => void response.end('ok'));
  return { ...receiver, env: { ALERT_ALLOW: new URL(receiver.origin).host } };
}

const secondNow = () => Math.floor(Date.now() / 1_000);

/**
 * Creates a schedule with two pages, one of which fails, and runs it three times. The clock page differs in each run, so the runs
 * contain changes.
 * The receiver gets a message about each run.
 */
export async function seed(system: System, receiver: { origin: string }): Promise<Seed> {
  const { client, origin } = system;
  const clock = `${origin}/demo/clock`;
  await stopDemo(system);
  const schedule = await client.schedules.create({
    name: 'Clock and a missing part',
    description: 'For the tests of the dashboard.',
    schedule: { type: 'CRON', cronExpression: '0 9 1 1 *' },
    // Disables confirmation, because the clock also differs between the two captures of a confirmation.
    policy: { timezone: 'Europe/Paris', detectChanges: true, comparison: { confirm: false } },
    items: [
      { url: clock, width: 800, height: 600, extractText: true, extractHtml: true },
      { url: clock, element: '#no-such-part', width: 800, height: 600 },
    ],
  });
  const destination = await client.destinations.create({
    name: 'On call',
    kind: 'webhook',
    config: { url: `${receiver.origin}/alerts` },
  });
  const rule = await client.alertRules.create({
    name: 'Clock runs',
    events: ['content.changed', 'screenshot.failed', 'execution.completed'],
    scheduleIds: [schedule.id],
    destinationIds: [destination.id],
  });
  let executionId = 0;
  for (let run = 0; run < 3; run += 1) {
    const execution = await client.schedules.run(schedule.id).wait();
    executionId = execution.id;
    // The clock shows seconds, and a fast machine could capture the same second twice.
    const shown = secondNow();
    await eventually(() => secondNow() > shown, { what: 'the next second' });
  }
  const [item] = schedule.items;
  const captures = await client.GET('/api/v1/screenshots', {
    params: { query: { itemId: item!.id, status: 'SUCCESS', size: 1 } },
  });
  const delivered = async () => (await client.deliveries.list({ status: 'DELIVERED' })).content;
  await eventually(async () => (await delivered()).length === 3, { what: 'the messages about the runs' });
  const [delivery] = await delivered();
  return {
    destinationId: destination.id,
    alertRuleId: rule.id,
    deliveryId: delivery!.id,
    scheduleId: schedule.id,
    clockItemId: item!.id,
    executionId,
    screenshotId: captures.data!.content[0]!.id,
  };
}
