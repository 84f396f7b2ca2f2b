/** CPU times of a process in milliseconds (proc_pid_stat(5)). */
export type CpuTimes = {
  own: number;
  /** CPU time of the exited children that the process waited for, including their own children. */
  children: number;
};

/**
 * Adds up the CPU time of processes, including those that start or exit between measurements. The kernel adds the time of
 * an exited process to its parent's only if the parent waits for it. For other exited processes, the sum keeps the time
 * measured so far, so it never decreases.
 */
export class CpuMeter {
  #last: ReadonlyMap<number, CpuTimes> | null = null;
  #total = 0;

  /** @returns the CPU time in milliseconds since the first measurement */
  measure(processes: ReadonlyMap<number, CpuTimes>): number {
    const last = this.#last;
    this.#last = processes;
    if (!last) return 0;
    let own = 0;
    let children = 0;
    for (const [pid, now] of processes) {
      const before = last.get(pid);
      own += Math.max(0, now.own - (before?.own ?? 0));
      children += Math.max(0, now.children - (before?.children ?? 0));
    }
    let exited = 0;
    for (const [pid, before] of last) if (!processes.has(pid)) exited += before.own + before.children;
    // The sum already includes the time of exited processes that was measured earlier.
    this.#total += own + Math.max(0, children - exited);
    return this.#total;
  }
}
