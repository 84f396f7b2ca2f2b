import type { CreateSchedule, Execution, Schedule } from '@shotclock/client';
import type { System } from '../test/spawn-system.fixture.ts';

/** What the pictures show. */
export type Demonstration = { clocks: Schedule; failedRun: Execution; captureIds: readonly number[] };

const runs = 12;

/** Replaces the demo schedule by schedules of the pages that the server itself serves, and runs them. */
export async function fillDemonstration({ client, origin }: System): Promise<Demonstration> {
  for await (const { id } of client.schedules.list()) await client.schedules.delete(id);
  const viewport = { width: 1_280, height: 800 };
  const clocks = await client.schedules.create({
    name: 'Clocks of the offices',
    description: 'Each office on one page. Changes are recorded.',
    schedule: { type: 'CRON', cronExpression: '*/15 8-18 * * 1-5' },
    policy: { timezone: 'Europe/Paris', detectChanges: true },
    items: ['paris', 'oslo', 'lisbon'].map((office) => ({
      url: `${origin}/demo/clock?office=${office}`,
      extractText: true,
      ...viewport,
    })),
  });
  const others: CreateSchedule[] = [
    {
      name: 'Documentation of the API',
      schedule: { type: 'CRON', cronExpression: '0 6 * * *' },
      policy: { timezone: 'UTC', detectChanges: true },
      items: [{ url: `${origin}/docs`, waitUntil: 'network_idle', ...viewport }],
    },
    {
      name: 'Pages of problems',
      schedule: { type: 'CRON', cronExpression: '30 7 * * 1' },
      policy: { timezone: 'Europe/Oslo' },
      items: [
        { url: `${origin}/problems/url_not_allowed`, ...viewport },
        { url: `${origin}/problems/not_found`, element: '#example', ...viewport },
      ],
    },
    {
      name: 'Schedules on the dashboard',
      schedule: { type: 'CRON', cronExpression: '0 9,17 * * *' },
      policy: { timezone: 'Europe/Lisbon' },
      items: [{ url: `${origin}/schedules`, delay: 2, ...viewport }],
    },
  ];
  for (let run = 0; run < runs; run += 1) await client.schedules.run(clocks.id).wait();
  let failedRun: Execution | undefined;
  for (const body of others) {
    const { id } = await client.schedules.create(body);
    for (let run = 0; run < 2; run += 1) {
      const execution = await client.schedules.run(id).wait();
      if (execution.failedItems > 0) failedRun = execution;
    }
  }
  if (!failedRun) throw new Error('No run has a failure to show.');
  const captures = await client.GET('/api/v1/screenshots', {
    params: { query: { itemId: clocks.items[0]!.id, status: 'SUCCESS', size: runs } },
  });
  return { clocks, failedRun, captureIds: captures.data!.content.map(({ id }) => id) };
}
