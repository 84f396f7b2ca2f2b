import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type ShotclockClient } from '@shotclock/client';
import { migrate } from '@shotclock/db';
import { freePort } from '@shotclock/embedded';
import { canDropRoot, processEnv } from '@shotclock/runtime';
import {
  bundledApps,
  createDatabase,
  eventually,
  type FixtureSite,
  startFixtureSite,
} from '@shotclock/testing';

export type TestServer = {
  origin: string;
  databaseUrl: string;
  /** A site that the server may capture. */
  site: FixtureSite;
  client: ShotclockClient;
  stop(): Promise<void>;
};

/** Starts a whole system, as `pnpm start` does, with its own database, and a site whose pages it can capture. */
export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const database = await createDatabase({ migrate });
  const site = await startFixtureSite();
  const dataDir = await mkdtemp(join(tmpdir(), 'shotclock-cli-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const hasSandbox = process.getuid?.() !== 0 || (await canDropRoot());
  const program = fileURLToPath(new URL('../../standalone/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: {
      ...processEnv(),
      ...bundledApps(),
      REDIS_URL: '',
      DEMO: 'off',
      WORKER_CONCURRENCY: '2',
      SHUTDOWN_GRACE_SECONDS: '5',
      EGRESS_ALLOW: site.hostPort,
      ...(hasSandbox ? {} : { CHROMIUM_SANDBOX: 'off' }),
      ...env,
      DATABASE_URL: database.url,
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
    databaseUrl: database.url,
    site,
    client: createClient({ baseUrl: origin }),
    async stop() {
      child.kill('SIGTERM');
      await exit;
      await site.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
