import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@shotclock/embedded';
import { canDropRoot, processEnv } from '@shotclock/runtime';
import { bundledApps } from './bundled-apps/bundled-apps.ts';
import { eventually } from './eventually.ts';

export type StartedSystem = {
  origin: string;
  dataDir: string;
  /** Shuts the system down, and removes its data folder. */
  stop(): Promise<void>;
};

/**
 * Starts the whole system as `pnpm start` does, with its own data folder and without the demo.
 * @param env the settings. Without DATABASE_URL, the system starts its own Postgres.
 */
export async function startSystem(env: Record<string, string>): Promise<StartedSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shotclock-system-'));
  const port = await freePort();
  // Without user namespaces, root cannot use Chromium's sandbox.
  const hasSandbox = process.getuid?.() !== 0 || (await canDropRoot());
  const program = fileURLToPath(new URL('../../../apps/standalone/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: {
      ...processEnv(),
      ...bundledApps(),
      DATABASE_URL: '',
      REDIS_URL: '',
      DEMO: 'off',
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
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      await exit;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
