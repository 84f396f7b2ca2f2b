// The scheduling priority of browser processes on Linux. Each thread has a nice value (sched(7)). If the kernel groups
// processes by session for scheduling ("autogroup"), the nice values of threads apply only within their session, and each
// session has a nice value of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { processTree, threadsOf } from './process-usage.ts';

/** Browsers inherit the nice value of this process. */
const usualNice = (): number => getPriority();

/** Chromium sets other nice values for some threads, for example 10 for background threads. */
export const loweredNice = (): number => Math.min(19, usualNice() + 8);

export type ProcessPriority = {
  /**
   * Lowers the priority of the process and its descendants. New threads and processes inherit it. Call this again for a
   * process that starts its own session.
   */
  lower(): void;
  /**
   * Reverts `lower`.
   * @returns false if the system does not permit it: see `canRestorePriority`
   */
  restore(): boolean;
};

export function processPriority(pid: number): ProcessPriority {
  let lowered = false;
  return {
    lower() {
      if (process.platform !== 'linux') return;
      lowered = true;
      changeNice(pid, { from: usualNice(), to: loweredNice() });
      writeSessionsNice(pid, loweredNice());
    },
    restore() {
      if (!lowered) return true;
      lowered = false;
      writeSessionsNice(pid, 0);
      // A thread that started during the first pass may have inherited its nice value from a thread that had not been
      // changed yet.
      return [1, 2].every(() => changeNice(pid, { from: loweredNice(), to: usualNice() }));
    },
  };
}

/** Whether this process may restore a higher priority, which requires CAP_SYS_NICE outside any user namespace. */
export function canRestorePriority(): boolean {
  if (process.platform !== 'linux') return false;
  const capabilities = /^CapEff:\s+(\w+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const sysNice = 1n << 23n;
  const allUsers = /^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'utf8'));
  return allUsers && (BigInt(`0x${capabilities}`) & sysNice) !== 0n;
}

/** @returns false if a thread could not be changed */
function changeNice(root: number, { from, to }: { from: number; to: number }): boolean {
  let permitted = true;
  for (const { pid } of processTree(root))
    for (const thread of threadsOf(pid))
      try {
        if (getPriority(thread) === from) setPriority(thread, to);
      } catch (error) {
        // If the thread has exited, there is nothing to change.
        if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') permitted = false;
      }
  return permitted;
}

/**
 * Changes all sessions of `root` and its descendants except the session of this process. Does nothing if the kernel does not
 * group processes by session.
 */
function writeSessionsNice(root: number, nice: number): void {
  const done = new Set([session('self')?.group]);
  for (const { pid } of processTree(root)) {
    const found = session(pid);
    if (found === null || done.has(found.group)) continue;
    done.add(found.group);
    if (found.nice === nice) continue;
    try {
      writeFileSync(`/proc/${pid}/autogroup`, String(nice));
    } catch {
      // Either the process has exited, or the value was already changed within the last 0.1 s.
    }
  }
}

/**
 * The file contains, for example, `/autogroup-42 nice 0`. Null if the kernel does not group processes by session, or if the
 * process has exited.
 */
function session(pid: number | 'self'): { group: string; nice: number } | null {
  try {
    const [group = '', , nice] = readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim().split(' ');
    return { group, nice: Number(nice) };
  } catch {
    return null;
  }
}
