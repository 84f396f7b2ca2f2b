// Linux alone tells (proc(5)); elsewhere every answer is null. A process may end while it is looked at: then it counts no more.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/**
 * Bytes of memory that `pid` and everything that it started hold: the proportional set size, in which memory that
 * several processes share counts once. To read it costs the kernel milliseconds, so it is read only where the resident
 * set size, which is cheap and never smaller, is above `interesting` bytes; otherwise that one is the answer.
 * Null where the system does not tell.
 */
export async function processTreeMemory(pid: number, interesting: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const tree = processTree(pid);
  const resident = tree.reduce((sum, one) => sum + residentSize(one), 0);
  if (resident <= interesting) return resident;
  const sizes = await Promise.all(tree.map(proportionalSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** `pid` and everything that it started, at any depth. */
function processTree(pid: number): number[] {
  const tree = [pid];
  // Grows while it is walked.
  for (const parent of tree) tree.push(...childrenOf(parent));
  return tree;
}

/** Each thread has the children that it started. */
function childrenOf(pid: number): number[] {
  const threads = orElse([], () => readdirSync(`/proc/${pid}/task`));
  return threads.flatMap((thread) => {
    const list = textOf(`/proc/${pid}/task/${thread}/children`);
    return list.split(' ').filter(Boolean).map(Number);
  });
}

const residentSize = (pid: number) => bytesIn(textOf(`/proc/${pid}/status`), 'VmRSS');

async function proportionalSize(pid: number): Promise<number> {
  return bytesIn(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''), 'Pss');
}

/** A field that is given in kB. */
function bytesIn(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1_024;
}

// A hundred of these files are read in a millisecond or two; as many promises would cost ten times that.
const textOf = (path: string) => orElse('', () => readFileSync(path, 'utf8'));

function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
