// failed batch ──► two halves ──► … ──► one schedule ──(permanent fault)──► paused
//                                            └──(temporary fault)──► tried again later, and skipped after `maxTries`

/**
 * Number of attempts to dispatch a single schedule, after which its run may be skipped. With a first delay of 1 s, the
 * attempts take 31 s.
 */
export const maxTries = 6;

/** Due schedules from a failed batch. They are dispatched separately from all others. */
export type FailedGroup = { ids: number[]; tries: number; retryAt: number };

export type FailedSchedules = {
  /** Removes and returns the next group whose `retryAt` has passed. */
  take(): FailedGroup | undefined;
  /** The IDs of the schedules in all groups. */
  ids(): number[];
  /** Splits a batch, so that schedules without a fault are dispatched immediately. */
  divide(ids: number[]): void;
  /** Schedules a retry of a single schedule after a delay. */
  postpone(id: number, tries: number): FailedGroup;
  remove(group: FailedGroup): void;
  /** Milliseconds until the next group can be tried; null if there are no groups. */
  msUntilNext(): number | null;
};

export function createFailedSchedules(retryDelayMs: number): FailedSchedules {
  const groups = new Set<FailedGroup>();
  const first = () => [...groups].sort((a, b) => a.retryAt - b.retryAt)[0];
  return {
    take() {
      const group = first();
      if (!group || group.retryAt > performance.now()) return undefined;
      groups.delete(group);
      return group;
    },
    ids: () => [...groups].flatMap(({ ids }) => ids),
    divide(ids) {
      const middle = Math.ceil(ids.length / 2);
      for (const half of [ids.slice(0, middle), ids.slice(middle)])
        groups.add({ ids: half, tries: 0, retryAt: performance.now() });
    },
    postpone(id, tries) {
      const delayMs = retryDelayMs * 2 ** (Math.min(tries, maxTries) - 1);
      const group = { ids: [id], tries, retryAt: performance.now() + delayMs };
      groups.add(group);
      return group;
    },
    remove: (group) => void groups.delete(group),
    msUntilNext() {
      const group = first();
      return group ? Math.max(0, Math.ceil(group.retryAt - performance.now())) : null;
    },
  };
}
