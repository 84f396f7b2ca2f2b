// The file contains the PID and start time of the lock's owner. A killed owner leaves the file behind, so the lock is valid
// only while that very process is running. To remove a stale lock, a process renames it, which succeeds for only one of
// several processes.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { StartError } from '@shotclock/runtime';
import { processStart } from './process-start.ts';

export type FileLock = {
  /** Can be called more than once. */
  release(): Promise<void>;
};

/**
 * Acquires the lock that the file at `path` represents. The lock does not exclude processes on other machines.
 * @param inUse returns the error message while the process with this PID holds the lock
 * @throws StartError while any process, including this one, holds the lock
 */
export async function lockFile(path: string, inUse: (pid: number) => string): Promise<FileLock> {
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, JSON.stringify({ pid: process.pid, start: await processStart(process.pid) }), {
    mode: 0o600,
  });
  try {
    while (!(await linkIfAbsent(own, path))) await removeStaleLock(path, inUse);
  } finally {
    await rm(own, { force: true });
  }
  let released: Promise<void> | undefined;
  return {
    release() {
      // A second call must not delete the file, which may by then be another owner's lock.
      released ??= rm(path, { force: true });
      return released;
    },
  };
}

/** Links `existing` to `path`. Returns false if `path` already exists. */
async function linkIfAbsent(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeStaleLock(path: string, inUse: (pid: number) => string): Promise<void> {
  const stale = await readFile(path, 'utf8').catch(() => undefined);
  if (stale === undefined) return;
  const pid = await runningOwner(stale);
  if (pid !== undefined) throw new StartError(inUse(pid));
  const renamed = `${path}.${randomUUID()}`;
  await rename(path, renamed).catch(() => undefined);
  const content = await readFile(renamed, 'utf8').catch(() => undefined);
  // Another process replaced the stale lock before the rename, so the renamed file is a valid lock. Restore it.
  if (content !== undefined && content !== stale) await linkIfAbsent(renamed, path);
  await rm(renamed, { force: true });
}

/** The PID of the owner if the owner is still running. */
async function runningOwner(content: string): Promise<number | undefined> {
  try {
    const { pid, start }: { pid: number; start: string } = JSON.parse(content);
    return (await processStart(pid)) === start ? pid : undefined;
  } catch {
    return undefined;
  }
}
