import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseDown, isInterrupted, isPermanentFault } from '@shotclock/db';
import type { DueSchedule } from '@shotclock/db/all-accounts';
import { type DispatchContext, dispatchBatch } from './dispatch-batch.ts';
import { createFailedSchedules, maxTries } from './failed-schedules.ts';
import { pauseUnstartable, skipUnstarted } from './record-unstarted-run.ts';

/** Maximum number of schedules in one transaction. */
const batch = 200;

/** A failed batch and the handling of its schedules. */
export type DispatchFailure = {
  error: unknown;
  scheduleIds: number[];
  outcome: 'divided' | 'postponed' | 'skipped' | 'paused';
};

export type Dispatched = {
  /** Number of schedules. */
  dispatched: number;
  /** Whether more runs may be due. */
  more: boolean;
  /** The time from each started execution's scheduled time to its start, in milliseconds. */
  lagsMs: number[];
  failure: DispatchFailure | null;
};

export type Dispatcher = {
  /**
   * Dispatches a batch of due runs in one transaction. If the batch fails, the next calls dispatch its halves until the
   * faulty schedule is isolated: a permanent fault pauses the schedule, and any other fault postpones it. A slow batch
   * continues in the background, and a later call returns its result.
   * @throws the driver's error if the database is down, or if an error occurs before schedules are selected
   */
  dispatch(): Promise<Dispatched>;
  /** Whether a background batch has a result. */
  hasResult(): boolean;
  /** Whether a schedule is waiting for a retry. */
  hasPostponed(): boolean;
  /**
   * Milliseconds after which `dispatch` should be called again even if its last result reported no more runs; null if no
   * call is needed.
   */
  msUntilRetry(): number | null;
  /** Resolves when no batch is running in the background. */
  finished(): Promise<void>;
};

type DispatcherOptions = {
  /** Delay before the first retry, doubled for each subsequent retry; 1 s by default. */
  retryDelayMs?: number;
  /** Time after which a batch continues in the background; 500 ms by default, null for never. */
  slowMs?: number | null;
};

/** Maximum number of batches in the background. */
const maxSlow = 2;
/** Interval at which the scheduler polls for the results of background batches. */
const slowPollMs = 100;

export function createDispatcher(
  ctx: DispatchContext,
  { retryDelayMs = 1_000, slowMs = 500 }: DispatcherOptions = {},
): Dispatcher {
  const failed = createFailedSchedules(retryDelayMs);
  const slow = new Set<Promise<unknown>>();
  const results: Promise<Dispatched>[] = [];

  async function dispatch(): Promise<Dispatched> {
    const result = results.shift();
    if (result) return result;
    if (slow.size === maxSlow) return { dispatched: 0, more: false, lagsMs: [], failure: null };
    const running = dispatchNext();
    if (slowMs === null || (await endsWithin(running, slowMs))) return running;
    const background = running
      .catch(() => undefined)
      .then(() => {
        slow.delete(background);
        results.push(running);
      });
    slow.add(background);
    return { dispatched: 0, more: true, lagsMs: [], failure: null };
  }

  /** Other batches skip schedules that are locked. */
  async function dispatchNext(): Promise<Dispatched> {
    const group = failed.take();
    const selection = group ? { only: group.ids } : { except: failed.ids() };
    let chosen: DueSchedule[] = [];
    try {
      const { due, more, lagsMs } = await dispatchBatch(ctx, { ...selection, limit: batch }, (schedules) => {
        chosen = schedules;
      });
      for (const { accountId } of due) ctx.db.changed(accountId);
      return { dispatched: due.length, more: more || group !== undefined, lagsMs, failure: null };
    } catch (error) {
      if (chosen.length === 0 || isDatabaseDown(error)) throw error;
      const scheduleIds = chosen.map(({ id }) => id);
      const outcome = await handle(error, chosen, (group?.tries ?? 0) + 1);
      return { dispatched: 0, more: true, lagsMs: [], failure: { error, scheduleIds, outcome } };
    }
  }

  async function handle(error: unknown, chosen: DueSchedule[], tries: number) {
    const [schedule, ...others] = chosen;
    if (others.length > 0) {
      failed.divide(chosen.map(({ id }) => id));
      return 'divided';
    }
    const { id, accountId } = schedule!;
    // Postpones the schedule first, because recording the run may also fail.
    const postponed = failed.postpone(id, tries);
    const isPermanent = isPermanentFault(error);
    // The schedule is not to blame for other faults, such as a full disk.
    const isSkipped = tries >= maxTries && isInterrupted(error);
    if (!isPermanent && !isSkipped) return 'postponed';
    await (isPermanent ? pauseUnstartable : skipUnstarted)(ctx, schedule!);
    failed.remove(postponed);
    ctx.db.changed(accountId);
    return isPermanent ? 'paused' : 'skipped';
  }

  return {
    dispatch,
    hasResult: () => results.length > 0,
    hasPostponed: () => failed.msUntilNext() !== null,
    msUntilRetry() {
      const failedMs = failed.msUntilNext();
      return slow.size === 0 ? failedMs : Math.min(slowPollMs, failedMs ?? slowPollMs);
    },
    async finished() {
      await Promise.all(slow);
    },
  };
}

/** Whether the promise settles within `ms` milliseconds. */
async function endsWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const settled = promise.then(
    () => true,
    () => true,
  );
  const elapsed = delay(ms, false, { signal: timer.signal }).catch(() => false);
  const isSettled = await Promise.race([settled, elapsed]);
  timer.abort();
  return isSettled;
}
