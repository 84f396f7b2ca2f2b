// The resources of a worker and its browsers, read from /proc (Linux).
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type WorkerResources = {
  /** Resident memory of the worker process in bytes. */
  memoryBytes: number;
  fileDescriptors: number;
  /** Number of processes: the worker and its descendants. */
  processes: number;
  /** Processes of launched browsers that are no longer descendants of the worker. */
  orphans: number;
  /** Browser profiles in the temporary folder. */
  profiles: number;
  /** Other entries in the temporary folder. */
  temporaryFiles: number;
  temporaryBytes: number;
};

type ProcessEntry = { pid: number; parent: number; session: number; zombie: boolean };

/**
 * @param browsers process IDs of browsers that the worker has launched. IDs without a process are removed, because the system reuses IDs.
 */
export async function measureWorker(
  pid: number,
  browsers: Set<number>,
  temporaryFolder: string,
): Promise<WorkerResources> {
  const all = await readProcesses();
  const tree = descendants(all, pid);
  const ids = new Set(tree.map((one) => one.pid));
  const sessions = new Set(all.map(({ session }) => session));
  for (const browser of browsers) if (!sessions.has(browser)) browsers.delete(browser);
  const orphans = all.filter((one) => browsers.has(one.session) && !ids.has(one.pid) && !one.zombie);
  const names = await readdir(temporaryFolder);
  const profiles = names.filter((name) => name.startsWith('shotclock-browser-'));
  return {
    memoryBytes: (await memoryOf(pid)).nowBytes,
    fileDescriptors: (await readdir(`/proc/${pid}/fd`).catch(() => [])).length,
    processes: tree.length,
    orphans: orphans.length,
    profiles: profiles.length,
    temporaryFiles: names.length - profiles.length,
    temporaryBytes: await sizeOf(temporaryFolder),
  };
}

/** The current resident memory, and its maximum since the process started or since `resetPeakMemory` was called. */
export async function memoryOf(pid: number): Promise<{ nowBytes: number; peakBytes: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1_024;
  return { nowBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') };
}

/** According to proc(5), the value 5 resets the peak resident set size. */
export async function resetPeakMemory(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
}

async function readProcesses(): Promise<ProcessEntry[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The process name may contain spaces and parentheses. It is followed by state, ppid, pgrp and session (proc(5)).
      const [state, parent, , session] = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return text === ''
        ? []
        : [{ pid: Number(pid), parent: Number(parent), session: Number(session), zombie: state === 'Z' }];
    }),
  );
  return entries.flat();
}

function descendants(all: ProcessEntry[], root: number): ProcessEntry[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const found = all.filter(({ pid }) => pid === root);
  for (const one of found) found.push(...(children.get(one.pid) ?? []));
  return found;
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
