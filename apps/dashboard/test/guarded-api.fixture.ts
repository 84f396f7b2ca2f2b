import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@shotclock/embedded';
import { processEnv } from '@shotclock/runtime';
import { eventually } from '@shotclock/testing';
import type { System } from './spawn-system.fixture.ts';

const programOf = (app: string) => fileURLToPath(new URL(`../../${app}/src/main.ts`, import.meta.url));
const scopes = 'read,write,admin';

/** Another API process of the system, which requires keys, and a key with all scopes. It costs a second; a second system would cost ten. */
export async function startGuardedApi({ databaseUrl, dataDir }: System) {
  const env = { ...processEnv(), DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [programOf('api')], {
    env: { ...env, PORT: String(port), HEALTH_PORT: '0', AUTH_MODE: 'api-key' },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  const create = ['key', 'create', '--name', 'browser', '--scopes', scopes];
  const [{ stdout }] = await Promise.all([
    promisify(execFile)(process.execPath, [programOf('cli'), ...create], { env }),
    eventually(async () => (await fetch(`${origin}/health/ready`).catch(() => null))?.ok ?? false, {
      timeoutMs: 60_000,
      what: 'the API with keys to start',
    }),
  ]);
  return {
    origin,
    key: stdout.trim(),
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
