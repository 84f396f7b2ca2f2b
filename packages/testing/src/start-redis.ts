import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, stopWithParent } from '@shotclock/embedded';
import { Redis } from 'ioredis';
import { eventually } from './eventually.ts';
import { redisServer } from './redis-server.ts';

export type TestRedis = {
  url: string;
  pid: number;
  port: number;
  /** Suspends the server: connections stay open without responses until `resume`. */
  pause(): void;
  resume(): void;
  /** Deletes all data of the running server. */
  empty(): Promise<void>;
  /** Kills the server; its data is lost. */
  stop(): Promise<void>;
};

/**
 * Starts a Redis or Valkey server on 127.0.0.1 without persistence.
 * @param port a free port by default
 * @throws Error when no server is installed and none can be installed
 */
export async function startRedis({ port }: { port?: number } = {}): Promise<TestRedis> {
  const program = await redisServer();
  const listenOn = port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-test-redis-'));
  const settings = { port: listenOn, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' };
  const child = spawn(
    program,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  const dismissWatcher = stopWithParent(child.pid as number);
  const url = `redis://127.0.0.1:${listenOn}`;
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
    dismissWatcher();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(() => responds(url, child), { what: `${program} on port ${listenOn}` });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    pid: child.pid!,
    port: listenOn,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async empty() {
      const client = new Redis(url);
      await client.flushall();
      client.disconnect();
    },
    stop,
  };
}

async function responds(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } finally {
    client.disconnect();
  }
}
