// Reads /proc (proc(5)) on Linux; returns null on other systems. A process that exits during the measurement counts as 0.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { CpuTimes } from './cpu-meter.ts';
import { viewMemory } from './view-memory.ts';

export type ProcessUsage = {
  /** Memory of the processes, and of the in-memory files of an isolated browser. */
  memoryBytes: number;
  cpuTimes: ReadonlyMap<number, CpuTimes>;
  processes: number;
  threads: number;
};

/**
 * Resource usage of `pid` and its descendants; null on systems other than Linux.
 *
 * Memory is the proportional set size, which counts memory shared by several processes once, plus the in-memory files. A
 * mapped file is part of both, so only the larger of shared memory and file size is counted. The kernel needs several
 * milliseconds to compute the proportional set size. The resident set size is cheap to read and never smaller. If the sum
 * of it and the files is at most `memoryThreshold` bytes, that sum is returned.
 */
export async function measureProcesses(pid: number, memoryThreshold: number): Promise<ProcessUsage | null> {
  if (process.platform !== 'linux') return null;
  const tree = processTree(pid);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const usage = {
    cpuTimes: new Map(tree.map(({ pid: one }) => [one, cpuTimes(one)])),
    processes: tree.length,
    threads: sum(tree.map(({ threads }) => threads)),
  };
  const residentBytes = sum(tree.map(({ pid: one }) => residentSize(one)));
  const fileBytes = await viewMemory(pid, tree[1]?.pid);
  if (residentBytes + fileBytes <= memoryThreshold)
    return { ...usage, memoryBytes: residentBytes + fileBytes };
  const sizes = await Promise.all(tree.map(({ pid: one }) => proportionalSize(one)));
  const sharedBytes = sum(sizes.map(({ shared }) => shared));
  return {
    ...usage,
    memoryBytes: sum(sizes.map(({ all }) => all)) - sharedBytes + Math.max(sharedBytes, fileBytes),
  };
}

/** Memory of `pid` and its descendants, measured as in `measureProcesses`. */
export async function processTreeMemory(pid: number, threshold: number): Promise<number | null> {
  return (await measureProcesses(pid, threshold))?.memoryBytes ?? null;
}

type OneProcess = { pid: number; threads: number };

/**
 * Maximum number of threads to visit, which is above the thread limit of a capture. It limits how long a visit can block
 * this process.
 */
const maxThreads = 4_096;

/**
 * Returns `root` and all of its descendants, or only the first ones if there are more than about `maxThreads` threads. Linux
 * only.
 */
export function processTree(root: number): OneProcess[] {
  const tree: OneProcess[] = [];
  const pids = [root];
  let visited = 0;
  // The loop also visits the children that it appends.
  for (const pid of pids) {
    const threads = threadsOf(pid);
    tree.push({ pid, threads: threads.length });
    visited += threads.length;
    if (visited > maxThreads) break;
    pids.push(...childProcesses(pid, threads));
  }
  return tree;
}

/** The processes that `threads` of `pid` started, and the orphaned processes that `pid` has adopted. Linux only. */
export function childProcesses(pid: number, threads: readonly number[] = threadsOf(pid)): number[] {
  return threads.flatMap((thread) =>
    readText(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Returns thread IDs; empty if the process has exited. Linux only. */
export function threadsOf(pid: number): number[] {
  return valueOr([], () => readdirSync(`/proc/${pid}/task`)).map(Number);
}

/** The kernel counts CPU time in hundredths of a second. */
const msPerTick = 10;

/** utime, stime, cutime and cstime: fields 14 to 17. The second field, a name in parentheses, may contain spaces. */
function cpuTimes(pid: number): CpuTimes {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) * msPerTick, children: (childUser + childSystem) * msPerTick };
}

const residentSize = (pid: number) => bytesIn(readText(`/proc/${pid}/status`), 'VmRSS');

async function proportionalSize(pid: number): Promise<{ all: number; shared: number }> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return { all: bytesIn(text, 'Pss'), shared: bytesIn(text, 'Pss_Shmem') };
}

/** The value of a field in kB, converted to bytes. */
function bytesIn(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1_024;
}

// Synchronous: reading about a hundred of these files takes 1–2 ms; asynchronous reads would take ten times as long.
const readText = (path: string) => valueOr('', () => readFileSync(path, 'utf8'));

function valueOr<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
