// When the process that started Postgres is killed, `stopWithParent` stops the server. If that fails or is still in
// progress, the next process that locks the data directory finds the server through postmaster.pid and stops it.
import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PostgresLogger } from './postgres-logger.ts';
import { processStart } from './process-start.ts';

const run = promisify(execFile);
const fastShutdownMs = 30_000;
const immediateShutdownMs = 10_000;

/** Stops the server that a killed process left running on `cluster`, and prevents a stale pid file from blocking the start. */
export async function stopLeftoverServer(cluster: string, logger: PostgresLogger): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 1)) return;
  const isServer = (await processStart(pid)) === undefined ? false : await servesCluster(pid, cluster);
  if (isServer === false) await replacePid(pidFile);
  if (!isServer) return;
  logger.warn({ postgresPid: pid }, 'stopping the Postgres server from an earlier run');
  const stopped =
    (await signalAndWait(pid, 'SIGINT', fastShutdownMs)) ||
    (await signalAndWait(pid, 'SIGQUIT', immediateShutdownMs));
  if (!stopped) throw new Error(`the Postgres server from an earlier run (pid ${pid}) does not stop`);
}

/**
 * Writes the pid of this process into the pid file. Postgres refuses to start if any process with the recorded pid
 * exists, even a zombie, unless that process is its own parent. Deleting the file would also disable the check that
 * Postgres makes for backends of the earlier server.
 */
async function replacePid(pidFile: string): Promise<void> {
  const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n');
  await writeFile(pidFile, [process.pid, ...rest].join('\n'));
}

/** Whether the process is a Postgres server on this cluster; undefined if this cannot be determined. */
async function servesCluster(pid: number, cluster: string): Promise<boolean | undefined> {
  try {
    // The working directory of a Postgres server is its data directory.
    if (process.platform === 'linux')
      return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes(cluster);
  } catch {
    return undefined;
  }
}

/** Returns whether the process exits within `ms` milliseconds. */
async function signalAndWait(pid: number, signal: NodeJS.Signals, ms: number): Promise<boolean> {
  const start = await processStart(pid);
  if (start === undefined) return true;
  process.kill(pid, signal);
  for (const end = performance.now() + ms; performance.now() < end; await delay(50)) {
    if ((await processStart(pid)) !== start) return true;
  }
  return false;
}
