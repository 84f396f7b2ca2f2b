import { isDatabaseDown, isPermanentFault } from '@shotclock/db';
import type { DueSchedule } from '@shotclock/db/all-accounts';
import { type DispatchContext, dispatchBatch } from './dispatch-batch.ts';
import { createFailedSchedules, maxTries } from './failed-schedules.ts';
import { pauseUnstartable, skipUnstarted } from './record-unstarted-run.ts';

/** Maximum number of schedules in one transaction. */
const batch = 200;

/** A batch that failed, and what happens to its schedules. */
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
  /** For each execution that started, the milliseconds from its scheduled time. */
  lagsMs: number[];
  failure: DispatchFailure | null;
};

export type Dispatcher = {
  /**
   * Dispatches a batch of due runs in one transaction. When it fails, the next calls dispatch its halves, until the schedule with the fault
   * is alone: it is paused, and a fault of the database postpones it.
   * @throws what the database driver throws while the database is down, or before schedules were chosen
   */
  dispatch(): Promise<Dispatched>;
  /** Milliseconds until a postponed schedule is tried again; null without one. */
  msUntilRetry(): number | null;
};

/** @param options.retryDelayMs delay before the first repetition, doubled for each further one; 1 s by default */
export function createDispatcher(ctx: DispatchContext, options: { retryDelayMs?: number } = {}): Dispatcher {
  const failed = createFailedSchedules(options.retryDelayMs ?? 1_000);

  async function dispatch(): Promise<Dispatched> {
    const group = failed.next();
    const selection = group ? { only: group.ids } : { except: failed.ids() };
    let chosen: DueSchedule[] = [];
    try {
      const { due, more, lagsMs } = await dispatchBatch(ctx, { ...selection, limit: batch }, (due) => {
        chosen = due;
      });
      if (!more) failed.remove(group);
      for (const { accountId } of due) ctx.db.changed(accountId);
      return { dispatched: due.length, more: more || group !== undefined, lagsMs, failure: null };
    } catch (error) {
      if (chosen.length === 0 || isDatabaseDown(error)) throw error;
      failed.remove(group);
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
    // First, because recording the run may fail, too.
    const postponed = failed.postpone(id, tries);
    const isPermanent = isPermanentFault(error);
    if (!isPermanent && tries < maxTries) return 'postponed';
    await (isPermanent ? pauseUnstartable : skipUnstarted)(ctx, schedule!);
    failed.remove(postponed);
    ctx.db.changed(accountId);
    return isPermanent ? 'paused' : 'skipped';
  }

  return { dispatch, msUntilRetry: failed.msUntilNext };
}

/** Dispatches one batch of due runs. See `Dispatcher`. */
export const dispatchDue = (ctx: DispatchContext): Promise<Dispatched> => createDispatcher(ctx).dispatch();
