// Reads /proc (proc(5)) on Linux; returns null on other systems. A process that exits during the measurement counts as 0.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/**
 * Memory of `pid` and its descendants in bytes: the proportional set size, which counts memory shared by several
 * processes once. Reading it costs the kernel milliseconds. It is therefore read only if the resident set size, which is
 * cheap and never smaller, is above `threshold` bytes. Otherwise the resident set size is returned.
 * Null on systems other than Linux.
 */
export async function processTreeMemory(pid: number, threshold: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const tree = processTree(pid);
  const resident = tree.reduce((sum, one) => sum + residentSize(one), 0);
  if (resident <= threshold) return resident;
  const sizes = await Promise.all(tree.map(proportionalSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** `pid` and all of its descendants. */
function processTree(pid: number): number[] {
  const tree = [pid];
  // The loop also visits the children that it appends.
  for (const parent of tree) tree.push(...childrenOf(parent));
  return tree;
}

/** The kernel lists children for each thread that started them. */
function childrenOf(pid: number): number[] {
  const threads = valueOr([], () => readdirSync(`/proc/${pid}/task`));
  return threads.flatMap((thread) => {
    const list = readText(`/proc/${pid}/task/${thread}/children`);
    return list.split(' ').filter(Boolean).map(Number);
  });
}

const residentSize = (pid: number) => bytesIn(readText(`/proc/${pid}/status`), 'VmRSS');

async function proportionalSize(pid: number): Promise<number> {
  return bytesIn(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''), 'Pss');
}

/** The value of a field in kB, as bytes. */
function bytesIn(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1_024;
}

// Synchronous: about a hundred of these files are read in 1–2 ms; asynchronous reads would take ten times as long.
const readText = (path: string) => valueOr('', () => readFileSync(path, 'utf8'));

function valueOr<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
