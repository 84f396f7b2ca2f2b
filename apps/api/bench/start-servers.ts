import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@shotclock/embedded';
import { eventually } from '@shotclock/testing';
import type { Target } from './measure-requests.ts';
import type { BenchDatabase } from './open-bench-database.ts';

export type StartedServer = { target: Target; stop(): Promise<void> };

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Starts the API with its default settings, except those in `env`. It logs to a file.
 * @param options.profile a folder for its CPU profile; no profile when omitted
 * @param options.collectsGarbage whether it collects garbage on SIGUSR2
 */
export async function startApi(
  database: BenchDatabase,
  folder: string,
  {
    profile,
    collectsGarbage = false,
    env = {},
  }: { profile?: string | undefined; collectsGarbage?: boolean; env?: Record<string, string> } = {},
): Promise<StartedServer> {
  const [port, healthPort] = [await freePort(), await freePort()];
  await using log: FileHandle = await open(join(folder, 'api.log'), 'a');
  const options = [
    ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    ...(collectsGarbage ? ['--expose-gc', `--import=${fileOf('collect-garbage.ts')}`] : []),
  ];
  const child = spawn(process.execPath, [...options, fileOf('../src/main.ts')], {
    stdio: ['ignore', log.fd, 'inherit'],
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: String(port),
      HEALTH_PORT: String(healthPort),
      ...env,
    },
  });
  const isReady = async () => (await fetch(`http://127.0.0.1:${healthPort}/health/ready`)).ok;
  await eventually(isReady, { what: 'an API that is ready', timeoutMs: 30_000 });
  return started(child, `http://127.0.0.1:${port}`, database);
}

/** Starts the plain handlers. */
export async function startPlainServer(database: BenchDatabase): Promise<StartedServer> {
  const child = fork(fileOf('plain-server.ts'), [database.url]);
  const [url] = await once(child, 'message');
  return started(child, String(url), database);
}

function started(child: ChildProcess, url: string, database: BenchDatabase): StartedServer {
  return {
    target: { url, pid: child.pid!, databasePid: database.pid },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
