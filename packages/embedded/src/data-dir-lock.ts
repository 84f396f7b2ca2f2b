// A lock is the file `<dataDir>.lock` with the owner's id and start time. It outlives a killed owner, so it counts only
// while exactly that process lives; a stale one is taken aside by a rename, which only one of several takers can win.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { StartError } from '@shotclock/runtime';
import { processStart } from './process-start.ts';

export type DataDirLock = {
  release(): Promise<void>;
};

/**
 * Makes this process the owner of the data directory.
 * @throws StartError while another process, or this one, owns it
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const path = `${dataDir}.lock`;
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, JSON.stringify({ pid: process.pid, start: await processStart(process.pid) }));
  try {
    while (!(await linked(own, path))) await removeStale(path, dataDir);
  } finally {
    await rm(own, { force: true });
  }
  let released: Promise<void> | undefined;
  // Once only: after the first time the file may be another owner's.
  return {
    release() {
      released ??= rm(path, { force: true });
      return released;
    },
  };
}

async function linked(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeStale(path: string, dataDir: string): Promise<void> {
  const seen = await readFile(path, 'utf8').catch(() => undefined);
  if (seen === undefined) return;
  const pid = await livingOwner(seen);
  if (pid !== undefined) {
    throw new StartError(
      `The data directory ${dataDir} is in use by another Shotclock (pid ${pid}): stop that one, or set DATA_DIR to another folder.`,
    );
  }
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  const taken = await readFile(aside, 'utf8').catch(() => undefined);
  // Someone else replaced the stale lock in between: what was taken aside is theirs, give it back.
  if (taken !== undefined && taken !== seen) await linked(aside, path);
  await rm(aside, { force: true });
}

async function livingOwner(content: string): Promise<number | undefined> {
  try {
    const { pid, start }: { pid: number; start: string } = JSON.parse(content);
    return (await processStart(pid)) === start ? pid : undefined;
  } catch {
    return undefined;
  }
}
