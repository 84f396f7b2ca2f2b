import { createDatabase, eventually } from '@shotclock/testing';
import type { Seed } from './screen-samples.fixture.ts';
import { pauseSchedules, type System, spawnSystem } from './spawn-system.fixture.ts';

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

const secondNow = () => Math.floor(Date.now() / 1_000);

/**
 * Creates a schedule with two pages, one of which fails, and runs it three times. The clock page differs in each run, so the runs
 * contain changes.
 */
export async function seed(system: System): Promise<Seed> {
  const { client, origin } = system;
  const clock = `${origin}/demo/clock`;
  await pauseSchedules(system);
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
  return {
    scheduleId: schedule.id,
    clockItemId: item!.id,
    executionId,
    screenshotId: captures.data!.content[0]!.id,
  };
}
