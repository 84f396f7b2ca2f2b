import { openDatabase } from '@shotclock/db';
import { hasSchedules } from '@shotclock/db/all-accounts';

const demoSchedule = (origin: string) => ({
  name: 'Demo: a clock and the documentation, every minute',
  description: 'Created on the first start. You can delete it.',
  schedule: { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'MINUTES' },
  items: [
    { url: `${origin}/demo/clock`, width: 1280, height: 800, thumbnailWidth: 320 },
    {
      url: `${origin}/docs`,
      width: 1280,
      height: 800,
      waitUntil: 'network_idle',
      waitUntilTimeout: 10,
      extractText: true,
    },
  ],
});

/**
 * Creates the demo schedule through the API at `origin`, unless the database has ever contained a schedule.
 * @returns the schedule's ID, or null if no schedule was created
 */
export async function createDemoSchedule(databaseUrl: string, origin: string): Promise<number | null> {
  const db = openDatabase({ url: databaseUrl, name: 'shotclock standalone', connections: 1 });
  const isFirstStart = await hasSchedules(db.orm)
    .then((had) => !had)
    .finally(() => db.close());
  if (!isFirstStart) return null;
  const response = await fetch(`${origin}/api/v1/schedules`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoSchedule(origin)),
  });
  if (response.status !== 201)
    throw new Error(`the API rejected the demo schedule: ${await response.text()}`);
  const schedule = (await response.json()) as { id: number };
  return schedule.id;
}
