import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@shotclock/embedded';
import { canDropRoot, processEnv } from '@shotclock/runtime';
import { bundledApps } from '@shotclock/testing';

export type AppProcess = {
  process: ChildProcess;
  /** The origin of the health checks. */
  origin: string;
  output(): string;
  stderr(): string;
  exit: Promise<number | null>;
  /** Kills the app and deletes its data. */
  remove(): Promise<void>;
};

/** Starts one app in a child process with its own data directory. */
export async function spawnApp(
  name: 'api' | 'scheduler' | 'worker',
  env: Record<string, string>,
): Promise<AppProcess> {
  const port = String(await freePort());
  const dataDir = await mkdtemp(join(tmpdir(), `shotclock-${name}-`));
  // Without user namespaces, root cannot use Chromium's sandbox.
  const sandbox = process.getuid?.() === 0 && !(await canDropRoot()) ? 'off' : 'on';
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))],
    {
      env: {
        ...processEnv(),
        ...bundledApps(),
        DATA_DIR: dataDir,
        PORT: port,
        // The API serves its health checks on its own port as well.
        HEALTH_PORT: name === 'api' ? '0' : port,
        WORKER_CONCURRENCY: '1',
        CHROMIUM_SANDBOX: sandbox,
        LOG_LEVEL: 'info',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return {
    process: child,
    origin: `http://127.0.0.1:${port}`,
    output: () => stdout,
    stderr: () => stderr,
    exit,
    async remove() {
      child.kill('SIGKILL');
      await exit;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
