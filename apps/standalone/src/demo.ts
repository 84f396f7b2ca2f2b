import { openDatabase } from '@shotclock/db';
import { hasSchedules } from '@shotclock/db/all-accounts';

const everyMinute = { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'MINUTES' };
const size = { width: 1280, height: 800 };

const clockSchedule = (origin: string) => ({
  name: 'Demo: a clock and the documentation, every minute',
  description: 'Created on the first start. You can delete it.',
  schedule: everyMinute,
  items: [
    { url: `${origin}/demo/clock`, ...size, thumbnailWidth: 320 },
    {
      url: `${origin}/docs`,
      ...size,
      waitUntil: 'network_idle',
      waitUntilTimeout: 10,
      extractText: true,
    },
  ],
});

/** Few runs, because each comparison costs a credit. */
const priceSchedule = (origin: string) => ({
  name: 'Demo: prices that change, 10 runs',
  description: 'Created on the first start. Its changes are reported to the inbox.',
  schedule: everyMinute,
  policy: { detectChanges: true, maxRuns: 10 },
  items: [{ url: `${origin}/demo/prices`, ...size }],
});

const priceRule = (scheduleId: number, destinationId: number) => ({
  name: 'Demo: changes of prices',
  events: ['content.changed', 'screenshot.failed', 'screenshot.recovered'],
  scheduleIds: [scheduleId],
  destinationIds: [destinationId],
});

export type Demo = { clockScheduleId: number; priceScheduleId: number };

/**
 * Creates the demo through the API at `origin`, unless the database has ever contained a schedule.
 * @returns null if no demo was created
 */
export async function createDemo(databaseUrl: string, origin: string): Promise<Demo | null> {
  const db = openDatabase({ url: databaseUrl, name: 'shotclock standalone', connections: 1 });
  const isFirstStart = await hasSchedules(db.orm)
    .then((had) => !had)
    .finally(() => db.close());
  if (!isFirstStart) return null;
  const clockScheduleId = await create(origin, 'schedules', clockSchedule(origin));
  const inboxId = await create(origin, 'destinations', { name: 'Inbox', kind: 'inbox', config: {} });
  const priceScheduleId = await create(origin, 'schedules', priceSchedule(origin));
  await create(origin, 'alert-rules', priceRule(priceScheduleId, inboxId));
  return { clockScheduleId, priceScheduleId };
}

/** Returns the ID of the new resource. */
async function create(origin: string, path: string, body: object): Promise<number> {
  const response = await fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 201)
    throw new Error(`the API rejected the demo (${path}): ${await response.text()}`);
  return ((await response.json()) as { id: number }).id;
}
