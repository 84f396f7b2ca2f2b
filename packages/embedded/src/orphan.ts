// When the owner is killed outright, `stopWithParent` ends its Postgres. Where that did not happen or has not finished yet,
// the next owner of the lock finds it by postmaster.pid, stops it, and starts its own.
import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { processStart } from './process-start.ts';
import type { ServiceLogger } from './service-logger.ts';

const run = promisify(execFile);
const FAST_MS = 30_000;
const IMMEDIATE_MS = 10_000;

/** Stops a Postgres that an earlier owner left running on `cluster`, and sees to it that a stale pid file is no hindrance. */
export async function stopOrphan(cluster: string, logger: ServiceLogger): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 1)) return;
  const serves = (await processStart(pid)) === undefined ? false : await servesCluster(pid, cluster);
  if (serves === false) await markStale(pidFile);
  if (!serves) return;
  logger.warn({ pid }, 'stopping the Postgres that an earlier run left behind');
  if ((await signalAndWait(pid, 'SIGINT', FAST_MS)) || (await signalAndWait(pid, 'SIGQUIT', IMMEDIATE_MS)))
    return;
  throw new Error(`the Postgres of an earlier run (pid ${pid}) does not stop`);
}

/**
 * Postgres takes any process that has the recorded id, a corpse included, for a living predecessor and refuses to start,
 * unless it is its own parent. Removing the file instead would also remove its check for left-over backends.
 */
async function markStale(pidFile: string): Promise<void> {
  const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n');
  await writeFile(pidFile, [process.pid, ...rest].join('\n'));
}

/** Whether the process is a Postgres on this cluster; undefined when that cannot be seen. */
async function servesCluster(pid: number, cluster: string): Promise<boolean | undefined> {
  try {
    // A Postgres server's working directory is its data directory.
    if (process.platform === 'linux')
      return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes(cluster);
  } catch {
    return undefined;
  }
}

async function signalAndWait(pid: number, signal: NodeJS.Signals, ms: number): Promise<boolean> {
  const start = await processStart(pid);
  if (start === undefined) return true;
  process.kill(pid, signal);
  for (const end = performance.now() + ms; performance.now() < end; await delay(50)) {
    if ((await processStart(pid)) !== start) return true;
  }
  return false;
}
