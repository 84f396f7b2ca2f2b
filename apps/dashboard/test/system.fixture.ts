import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type ShotclockClient } from '@shotclock/client';
import { freePort } from '@shotclock/embedded';
import { canDropRoot, processEnv } from '@shotclock/runtime';
import { createDatabase, eventually } from '@shotclock/testing';

export type System = { origin: string; client: ShotclockClient; stop(): Promise<void> };

/** Starts the whole system as `pnpm start` does, on a database of its own. */
export async function startSystem(): Promise<System> {
  const database = await createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'shotclock-dashboard-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const hasSandbox = process.getuid?.() !== 0 || (await canDropRoot());
  const program = fileURLToPath(new URL('../../standalone/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: {
      ...processEnv(),
      DATABASE_URL: database.url,
      REDIS_URL: '',
      DEMO: 'on',
      DATA_DIR: dataDir,
      PORT: String(port),
      WORKER_CONCURRENCY: '2',
      SHUTDOWN_GRACE_SECONDS: '5',
      ...(hasSandbox ? {} : { CHROMIUM_SANDBOX: 'off' }),
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
    client: createClient({ baseUrl: origin }),
    async stop() {
      child.kill('SIGTERM');
      await exit;
      await rm(dataDir, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/** The IDs of what the tests look at. */
export type Seed = { scheduleId: number; clockItemId: number; executionId: number; screenshotId: number };

/**
 * Creates a schedule with two pages, of which one fails, and runs it three times. The clock page is another in each run, so there are
 * changes to see.
 */
export async function seed({ client, origin }: System): Promise<Seed> {
  const clock = `${origin}/demo/clock`;
  // The demo's own captures would delay those of the tests.
  for await (const { id } of client.schedules.list()) await client.schedules.pause(id);
  const schedule = await client.schedules.create({
    name: 'Clock and a missing part',
    description: 'For the tests of the dashboard.',
    schedule: { type: 'CRON', cronExpression: '0 9 * * 1-5' },
    policy: { timezone: 'Europe/Paris', detectChanges: true },
    items: [
      { url: clock, width: 800, height: 600, extractText: true, extractHtml: true },
      { url: clock, element: '#no-such-part', width: 800, height: 600 },
    ],
  });
  let executionId = 0;
  for (let run = 0; run < 3; run += 1) {
    const execution = await client.schedules.run(schedule.id).wait();
    executionId = execution.id;
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
