import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { freePort } from '@shotclock/embedded';
import { eventually } from './eventually.ts';

export type StartedApp = {
  pid: number;
  /** Sends SIGTERM, and waits until the app exits. */
  stop(): Promise<void>;
};

/**
 * Starts an app in its own process, as in a deployment, and waits until it is ready. Its log goes to stderr.
 * @param env the settings of the app, which inherits only HOME
 * @throws Error when the app exits or is not ready within 30 s
 */
export async function startApp(
  app: 'scheduler' | 'worker',
  env: Record<string, string>,
): Promise<StartedApp> {
  const healthPort = await freePort();
  const entry = fileURLToPath(new URL(`../../../apps/${app}/src/main.ts`, import.meta.url));
  // The app exits when its IPC channel closes, which also happens when this process is killed.
  const child = spawn(process.execPath, [entry], {
    stdio: ['ignore', process.stderr, 'inherit', 'ipc'],
    env: { HOME: homedir(), LOG_LEVEL: 'error', ...env, HEALTH_PORT: String(healthPort) },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ready = async () => {
    if (hasEnded()) return true;
    return (await fetch(`http://127.0.0.1:${healthPort}/health/ready`)).ok;
  };
  try {
    await eventually(ready, { what: `a ${app} that is ready`, timeoutMs: 30_000 });
    if (hasEnded()) throw new Error(`the ${app} ended with ${child.exitCode ?? child.signalCode}`);
  } catch (error) {
    if (!hasEnded()) await stop();
    throw error;
  }
  return { pid: child.pid!, stop };
}
