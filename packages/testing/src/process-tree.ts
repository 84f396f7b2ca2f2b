// CPU time and memory of a process and its descendants, from /proc (Linux). CPU time has a resolution of 10 ms.
import { readdir, readFile } from 'node:fs/promises';

const msPerTick = 10;

type Stat = { pid: number; parent: number; ticks: number };

/** CPU time of `root` and its descendants in ms, including exited processes whose parent has waited for them. */
export async function treeCpuMs(root: number): Promise<number> {
  return (await tree(root)).reduce((sum, { ticks }) => sum + ticks * msPerTick, 0);
}

/**
 * Proportional set size of `root` and its descendants in bytes. Shared memory is divided among the processes that use it.
 */
export async function treePssBytes(root: number): Promise<number> {
  const sizes = (await tree(root)).map(async ({ pid }) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1_024;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function tree(root: number): Promise<Stat[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = (await Promise.all(names.map((name) => stat(Number(name))))).filter((one) => one !== null);
  const children = Map.groupBy(stats, ({ parent }) => parent);
  const found = stats.filter(({ pid }) => pid === root);
  for (const one of found) found.push(...(children.get(one.pid) ?? []));
  return found;
}

async function stat(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The process name may contain spaces and parentheses. proc(5): ppid is field 4, utime to cstime are 14 to 17.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), ticks };
}
