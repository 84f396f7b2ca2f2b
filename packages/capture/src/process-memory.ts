// Linux alone tells (proc(5)); elsewhere every answer is null. A process may end while it is looked at: then it counts no more.
import { readdir, readFile } from 'node:fs/promises';

/**
 * Bytes of memory that `pid` and everything that it started hold: the proportional set size, in which memory that
 * several processes share counts once. To read it costs the kernel milliseconds, so it is read only where the resident
 * set size, which is cheap and never smaller, is above `interesting` bytes; otherwise that one is the answer.
 * Null where the system does not tell.
 */
export async function memoryOfTree(pid: number, interesting: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const tree = await processTree(pid);
  const resident = await sumOf(tree, 'status', 'VmRSS');
  return resident <= interesting ? resident : sumOf(tree, 'smaps_rollup', 'Pss');
}

/** `pid` and everything that it started, at any depth. */
async function processTree(pid: number): Promise<number[]> {
  const tree = [pid];
  // Grows while it is walked.
  for (const parent of tree) tree.push(...(await childrenOf(parent)));
  return tree;
}

/** Each thread has the children that it started. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** The sum in bytes of a field that `/proc/<pid>/<file>` gives in kB. */
async function sumOf(tree: number[], file: string, field: string): Promise<number> {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm');
  const sizes = await Promise.all(
    tree.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      return Number(line.exec(text)?.[1] ?? 0) * 1_024;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
