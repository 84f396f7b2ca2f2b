// A second API whose dashboard always shows the same content, because its records are fixed and its clocks are stopped. It runs
// separately from the system that captures it and uses its own database on the same server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@shotclock/client';
import { createTestContext } from '@shotclock/core/test-context';
import { openDatabase } from '@shotclock/db';
import { freePort } from '@shotclock/embedded';
import { processEnv } from '@shotclock/runtime';
import { createFilesystemStore } from '@shotclock/storage';
import { eventually } from '@shotclock/testing';
import type { System } from '../test/spawn-system.fixture.ts';
import { captureVersions } from './capture-versions.ts';
import { fillDemonstration } from './fill-demonstration.ts';
import { startProxy } from './start-proxy.ts';
import { createStoppedDatabase } from './stopped-database.ts';

export type Demonstration = { origin: string; stop(): Promise<void> };

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Starts the demonstration.
 * @param system the system that captures the pages of the demonstration; its `EGRESS_ALLOW` contains `127.0.0.1:port`
 * @param port the port that the demonstration listens on
 */
export async function startDemonstration(system: System, port: number): Promise<Demonstration> {
  const origin = `http://127.0.0.1:${port}`;
  const apiPort = await freePort();
  const apiOrigin = `http://127.0.0.1:${apiPort}`;
  const dataDir = join(system.dataDir, 'demonstration');
  const database = await createStoppedDatabase(system.databaseUrl);
  const env = {
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(apiPort), PUBLIC_URL: origin },
    SECRETS_KEYS: Buffer.alloc(32).toString('base64'),
  };
  const api = startApi(env);
  const proxy = await startProxy(apiOrigin, port);
  const db = openDatabase({ url: database.url, name: 'demonstration' });
  try {
    const versions = await captureVersions(system.client, origin);
    await eventually(async () => (await fetch(`${apiOrigin}/health/ready`).catch(() => null))?.ok ?? false, {
      timeoutMs: 60_000,
      what: 'the API of the demonstration to start',
    });
    const ctx = createTestContext(db, createFilesystemStore(join(dataDir, 'objects')));
    await fillDemonstration(ctx, createClient({ baseUrl: apiOrigin }), versions);
    return { origin, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await db.close();
  }

  async function stop() {
    await proxy.close();
    await end(api);
    await database.drop();
  }
}

function startApi(env: Record<string, string>): ChildProcess {
  return spawn(
    process.execPath,
    ['--import', pathOf('stop-clock-of-process.ts'), pathOf('../../api/src/main.ts')],
    {
      env: { ...processEnv(), AUTH_MODE: 'none', LOG_LEVEL: 'error', HEALTH_PORT: '0', ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
