import { join } from 'node:path';
import { createClient, type ShotclockClient } from '@shotclock/client';
import { runningPostgresUrl } from '@shotclock/embedded';
import { type StartedSystem, startSystem } from '@shotclock/testing';

export type System = StartedSystem & { databaseUrl: string; client: ShotclockClient };

/** Starts the whole system with its demo. */
export async function spawnSystem(env: Record<string, string>): Promise<System> {
  const system = await startSystem({ DEMO: 'on', ...env });
  const { origin, dataDir } = system;
  const databaseUrl = env.DATABASE_URL ?? (await runningPostgresUrl(join(dataDir, 'postgres')))!;
  return { ...system, databaseUrl, client: createClient({ baseUrl: origin }) };
}

/** Pauses the schedules of the demo and deletes its alerts, so that only the test or benchmark starts captures. */
export async function stopDemo({ client }: System): Promise<void> {
  for await (const { id } of client.schedules.list()) await client.schedules.pause(id);
  for await (const { id } of client.alertRules.list()) await client.alertRules.delete(id);
  for await (const { id } of client.destinations.list()) await client.destinations.delete(id);
}
