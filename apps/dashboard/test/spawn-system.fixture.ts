import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type ShotclockClient } from '@shotclock/client';
import { freePort, runningPostgresUrl } from '@shotclock/embedded';
import { canDropRoot, processEnv } from '@shotclock/runtime';
import { bundledApps, eventually } from '@shotclock/testing';

export type System = {
  origin: string;
  databaseUrl: string;
  dataDir: string;
  client: ShotclockClient;
  stop(): Promise<void>;
};

/**
 * Starts the whole system as `pnpm start` does, with its own data folder.
 * @param env the settings. Without DATABASE_URL, the system starts its own Postgres.
 */
export async function spawnSystem(env: Record<string, string>): Promise<System> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shotclock-dashboard-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const hasSandbox = process.getuid?.() !== 0 || (await canDropRoot());
  const program = fileURLToPath(new URL('../../standalone/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: {
      ...processEnv(),
      ...bundledApps(),
      DATABASE_URL: '',
      REDIS_URL: '',
      DEMO: 'on',
      WORKER_CONCURRENCY: '2',
      SHUTDOWN_GRACE_SECONDS: '5',
      ...(hasSandbox ? {} : { CHROMIUM_SANDBOX: 'off' }),
      ...env,
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = once(child, 'exit');
  await eventually(() => output.includes('Shotclock is running') || child.exitCode !== null, {
    timeoutMs: 240_000,
    what: 'standalone to start',
  });
  if (child.exitCode !== null) throw new Error(`standalone did not start:\n${output}`);
  return {
    origin,
    databaseUrl: env.DATABASE_URL ?? (await runningPostgresUrl(join(dataDir, 'postgres')))!,
    dataDir,
    client: createClient({ baseUrl: origin }),
    async stop() {
      child.kill('SIGTERM');
      await exit;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Pauses the schedules of the demo and deletes its alerts, so that only the test or benchmark starts captures. */
export async function stopDemo({ client }: System): Promise<void> {
  for await (const { id } of client.schedules.list()) await client.schedules.pause(id);
  for await (const { id } of client.alertRules.list()) await client.alertRules.delete(id);
  for await (const { id } of client.destinations.list()) await client.destinations.delete(id);
}
