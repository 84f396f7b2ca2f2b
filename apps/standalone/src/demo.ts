import { type Database, hasSchedules } from '@shotclock/db';

/** What the demo's schedule is called and what it captures of the API at `origin`. */
const demoSchedule = (origin: string) => ({
  name: 'Demo: a clock and the documentation, every minute',
  description: 'Made on the first start, so that there is something to see. Delete it when you like.',
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

/** Creates the demo's schedule through the API when the database never had one. Answers its id, or null. */
export async function createDemo(db: Database, origin: string): Promise<number | null> {
  if (await hasSchedules(db.orm)) return null;
  const answer = await fetch(`${origin}/api/v1/schedules`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoSchedule(origin)),
  });
  if (answer.status !== 201) throw new Error(`the demo's schedule was refused: ${await answer.text()}`);
  const schedule = (await answer.json()) as { id: number };
  return schedule.id;
}
