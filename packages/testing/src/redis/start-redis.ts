import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, stopWithParent } from '@shotclock/embedded';
import { Redis } from 'ioredis';
import { eventually } from '../eventually.ts';
import { redisServer } from './redis-server.ts';

export type TestRedis = {
  url: string;
  pid: number;
  port: number;
  /** Suspends the server: connections remain open without responses until `resume`. */
  pause(): void;
  resume(): void;
  /** Deletes all data of the running server. */
  empty(): Promise<void>;
  /** Kills the server; its data is lost. */
  stop(): Promise<void>;
};

/** Paths of files in PEM format. Clients need a certificate from the same authority. */
export type RedisTls = { ca: string; cert: string; key: string };

/**
 * Starts a Redis or Valkey server on 127.0.0.1 without persistence.
 * @param options.port a free port by default
 * @param options.settings additional settings, named as in redis.conf
 * @param options.tls makes the server accept TLS connections only
 * @throws Error when no server is installed and none can be installed
 */
export async function startRedis({
  port,
  settings: more = {},
  tls,
}: {
  port?: number;
  settings?: Record<string, string | number>;
  tls?: RedisTls;
} = {}): Promise<TestRedis> {
  const program = await redisServer();
  const listenOn = port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-test-redis-'));
  const settings = {
    ...(tls ? tlsSettings(tls, listenOn) : { port: listenOn }),
    ...{ bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' },
    ...more,
  };
  const child = spawn(
    program,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  const dismissWatcher = stopWithParent(child.pid as number);
  const { url, client } = tls ? tlsClient(tls, listenOn) : plainClient(listenOn);
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
    dismissWatcher();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(() => responds(client(), child), { what: `${program} on port ${listenOn}` });
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
      const connected = client();
      await connected.flushall();
      connected.disconnect();
    },
    stop,
  };
}

async function responds(client: Redis, child: ChildProcess): Promise<boolean> {
  client.on('error', () => undefined);
  try {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    await client.connect();
    return (await client.ping()) === 'PONG';
  } finally {
    client.disconnect();
  }
}

const clientOptions = { lazyConnect: true, retryStrategy: () => null };

function plainClient(port: number) {
  const url = `redis://127.0.0.1:${port}`;
  return { url, client: () => new Redis(url, clientOptions) };
}

function tlsClient({ ca, cert, key }: RedisTls, port: number) {
  const files = { ca: readFileSync(ca), cert: readFileSync(cert), key: readFileSync(key) };
  const options = { ...clientOptions, host: '127.0.0.1', port, tls: files };
  const query = new URLSearchParams({ cacert: ca, cert, key });
  return { url: `rediss://127.0.0.1:${port}?${query}`, client: () => new Redis(options) };
}

function tlsSettings({ ca, cert, key }: RedisTls, port: number) {
  const files = { 'tls-ca-cert-file': ca, 'tls-cert-file': cert, 'tls-key-file': key };
  return { port: 0, 'tls-port': port, ...files };
}
