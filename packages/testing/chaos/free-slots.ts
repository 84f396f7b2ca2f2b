/** `worker` accepted jobs from `from` until `to` (ms). */
export type WorkerRun = { worker: string; from: number; to: number };
/** `worker` held a capture from `from` until `to` (ms). */
export type HeldSlot = { worker: string; from: number; to: number };

/** For how long, between `from` and `to`, a worker that accepted jobs had a free slot. */
export function freeSlotMs(
  { from, to }: { from: number; to: number },
  { runs, held, slots }: { runs: readonly WorkerRun[]; held: readonly HeldSlot[]; slots: number },
): number {
  const edges = [...runs, ...held].flatMap((one) => [one.from, one.to]).filter((at) => from < at && at < to);
  const times = [from, ...edges.toSorted((a, b) => a - b), to];
  let free = 0;
  for (const [n, begin] of times.slice(0, -1).entries()) {
    const end = times[n + 1]!;
    const within = (one: WorkerRun | HeldSlot) => one.from <= begin && end <= one.to;
    const busy = held.filter(within);
    const hasFreeSlot = ({ worker }: WorkerRun) => busy.filter((one) => one.worker === worker).length < slots;
    if (runs.filter(within).some(hasFreeSlot)) free += end - begin;
  }
  return free;
}
