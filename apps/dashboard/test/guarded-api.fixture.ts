import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@shotclock/embedded';
import { processEnv } from '@shotclock/runtime';
import { bundledApps, eventually } from '@shotclock/testing';
import { onTestFinished } from 'vitest';
import type { System } from './spawn-system.fixture.ts';

const programOf = (app: string) => fileURLToPath(new URL(`../../${app}/src/main.ts`, import.meta.url));
const scopes = 'read,write,admin';
const envOf = ({ databaseUrl, dataDir }: System) => ({
  ...processEnv(),
  ...bundledApps(),
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
});

/**
 * Starts an additional API process for the system. A test can restart it, and it stops when the test ends. Starting it takes one second; starting another
 * system would take ten.
 */
export async function startApi(system: System, env: Record<string, string> = {}, givenPort?: number) {
  const port = givenPort ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [programOf('api')], {
    env: { ...envOf(system), PORT: String(port), HEALTH_PORT: '0', ...env },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await eventually(async () => (await fetch(`${origin}/health/ready`).catch(() => null))?.ok ?? false, {
    timeoutMs: 60_000,
    what: 'the second API to start',
  });
  return {
    origin,
    port,
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      child.kill(signal);
      await exit;
    },
  };
}

/** Starts another API process that requires keys, and creates a key with all scopes. */
export async function startGuardedApi(system: System) {
  const create = ['key', 'create', '--name', 'browser', '--scopes', scopes];
  const [{ stdout }, api] = await Promise.all([
    promisify(execFile)(process.execPath, [programOf('cli'), ...create], { env: envOf(system) }),
    startApi(system, { AUTH_MODE: 'api-key' }),
  ]);
  return { ...api, key: stdout.trim() };
}
