import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { freePort } from '@shotclock/embedded';
import { eventually } from '@shotclock/testing';

/** The scheduler as it is deployed, ready. */
export async function startScheduler(setting: {
  databaseUrl: string;
  redisUrl: string | null;
  folder: string;
}): Promise<{ pid: number; stop(): Promise<void> }> {
  const healthPort = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      HOME: homedir(),
      DATABASE_URL: setting.databaseUrl,
      ...(setting.redisUrl === null ? {} : { REDIS_URL: setting.redisUrl }),
      DATA_DIR: setting.folder,
      HEALTH_PORT: String(healthPort),
      LOG_LEVEL: 'warn',
    },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await eventually(
      async () => {
        if (child.exitCode !== null) return 'ended';
        return (await fetch(`http://127.0.0.1:${healthPort}/health/ready`)).ok && 'ready';
      },
      { what: 'a scheduler that is ready', timeoutMs: 30_000 },
    );
    if (child.exitCode !== null) throw new Error('the scheduler ended');
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid!, stop };
}
