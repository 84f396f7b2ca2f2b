import {
  addUrls,
  adoptOrphans,
  checkObjectSample,
  countItemHistory,
  deleteEndedApiKeys,
  deleteExpiredAuditEntries,
  deleteExpiredChecks,
  deleteExpiredDeliveries,
  deleteExpiredExecutions,
  deleteExpiredFacts,
  deleteExpiredIdempotencyKeys,
  deleteExpiredScreenshots,
  deleteExpiredSessions,
  deleteExpiredTimeLapses,
  deleteUnusedItems,
  deleteUnusedSchedules,
  deleteUnusedUrls,
  foldFeedCounts,
  removeItemsOfDeleted,
  sweepObjects,
} from '@shotclock/core';
import type { Database } from '@shotclock/db';
import type { Logger } from '@shotclock/runtime';
import type { ObjectStore } from '@shotclock/storage';
import type { Steps } from './steps.ts';

/** A day is counted once it has ended. The interval is short, so that a backlog of earlier days is counted quickly. */
const historyIntervalMs = 10_000;
/** Records whose URLs were not added yet are compared one by one. */
const urlIntervalMs = 10_000;
const minuteMs = 60_000;
/** This is short, because lists must read all facts that have not been counted yet. */
const foldIntervalMs = 1_000;

export type HousekeepingContext = {
  db: Database;
  objects: ObjectStore;
  /** How long unreferenced objects are kept; at least twice core's `objectHoldSeconds`. */
  objectGraceSeconds: number;
  /**
   * Retention in days for manual captures and for captures whose schedule does not set `retentionDays`; null keeps them
   * forever.
   */
  retentionDays: number | null;
  /** Retention of executions and content-change checks whose captures are deleted, in days; null keeps them forever. */
  recordRetentionDays: number | null;
  /** Retention of the deliveries of alerts, in days. */
  alertRetentionDays: number;
  /** Retention of the audit log, in days; null keeps it forever. */
  auditRetentionDays: number | null;
};

type Step = { name: string; run: (signal: AbortSignal) => Promise<number> };

/** Steps that run in order. Different groups run concurrently. */
type Group = { intervalMs: number; level: 'debug' | 'info'; steps: Step[] };

/** A step that processes some of the rows in each round and continues from there in the next round. */
function inPasses(
  name: string,
  deleteRows: (pass: { after: number; signal: AbortSignal }) => Promise<{ deleted: number; next: number }>,
): Step {
  let after = 0;
  return {
    name,
    async run(signal) {
      const { deleted, next } = await deleteRows({ after, signal });
      after = next;
      return deleted;
    },
  };
}

/** Each step returns the number of rows or objects that it processed. The process may be killed during any step. */
const createGroups = (ctx: HousekeepingContext): Group[] => {
  const { objects, objectGraceSeconds: graceSeconds } = ctx;
  const { retentionDays: defaultDays, recordRetentionDays: days } = ctx;
  const feedCounts: Step = { name: 'feed counts', run: (signal) => foldFeedCounts(ctx, { signal }) };
  const urls: Step = { name: 'URLs', run: (signal) => addUrls(ctx, { signal }) };
  const history: Step = { name: 'item history', run: (signal) => countItemHistory(ctx, { signal }) };
  const deletions: Step[] = [
    { name: 'idempotency keys', run: () => deleteExpiredIdempotencyKeys(ctx) },
    { name: 'sessions', run: () => deleteExpiredSessions(ctx) },
    // API keys come after sessions, because a key that has sessions is kept.
    { name: 'API keys', run: () => deleteEndedApiKeys(ctx) },
    {
      name: 'retention',
      run: (signal) => deleteExpiredScreenshots(ctx, { defaultDays, signal }),
    },
    {
      name: 'audit log',
      run: (signal) => deleteExpiredAuditEntries(ctx, { days: ctx.auditRetentionDays, signal }),
    },
    {
      name: 'retention of deliveries',
      run: (signal) => deleteExpiredDeliveries(ctx, { days: ctx.alertRetentionDays, signal }),
    },
    { name: 'retention of facts', run: (signal) => deleteExpiredFacts(ctx, { signal }) },
    inPasses('retention of time-lapses', (pass) => deleteExpiredTimeLapses(ctx, { defaultDays, ...pass })),
    // Each of the following steps deletes rows that refer to records of a later step.
    inPasses('retention of checks', (pass) => deleteExpiredChecks(ctx, { days, ...pass })),
    inPasses('retention of executions', (pass) => deleteExpiredExecutions(ctx, { days, ...pass })),
    inPasses('items of deleted schedules', (pass) => removeItemsOfDeleted(ctx, pass)),
    inPasses('removed items', (pass) => deleteUnusedItems(ctx, pass)),
    inPasses('deleted schedules', (pass) => deleteUnusedSchedules(ctx, pass)),
    inPasses('unused URLs', (pass) => deleteUnusedUrls(ctx, pass)),
    { name: 'unused objects', run: (signal) => sweepObjects(ctx, { graceSeconds, signal }) },
    { name: 'orphans in the store', run: (signal) => adoptOrphans(ctx, { signal }) },
    {
      name: 'sample of stored objects',
      async run(signal) {
        const { checked, missing, found } = await checkObjectSample(ctx, signal);
        // Known losses are not reported again, because images of pages that have changed cannot be recovered.
        if (found > 0)
          throw new Error(`the object store lacks ${missing} of ${checked} objects that records refer to`);
        return 0;
      },
    },
    { name: 'temporary files', run: () => objects.deleteTemporaryFiles(graceSeconds) },
  ];
  return [
    { intervalMs: foldIntervalMs, level: 'debug', steps: [feedCounts] },
    { intervalMs: historyIntervalMs, level: 'debug', steps: [history] },
    { intervalMs: urlIntervalMs, level: 'debug', steps: [urls] },
    { intervalMs: minuteMs, level: 'info', steps: deletions },
  ];
};

export type Housekeeping = {
  /**
   * Starts each group of steps, unless the group is still running or was started less than its interval ago. Does not
   * wait for the steps.
   */
  startIfDue(signal: AbortSignal): void;
  /** Resolves when all running steps have ended. */
  finished(): Promise<void>;
};

/**
 * A failed step does not prevent the other steps from running. A slow or unavailable object store does not delay the
 * scheduler loop.
 */
export function createHousekeeping(
  ctx: HousekeepingContext & { logger: Logger },
  steps: Steps,
): Housekeeping {
  const groups = createGroups(ctx).map((group) => createGroup(group, steps, ctx.logger));
  return {
    startIfDue(signal) {
      for (const group of groups) group.startIfDue(signal);
    },
    async finished() {
      await Promise.all(groups.map((group) => group.finished()));
    },
  };
}

function createGroup(group: Group, steps: Steps, logger: Logger): Housekeeping {
  const { intervalMs, level } = group;
  let dueAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function runSteps(signal: AbortSignal): Promise<void> {
    for (const { name, run } of group.steps) {
      if (signal.aborted) return;
      const work = async () => {
        try {
          const count = await run(signal);
          if (count > 0) logger[level]({ step: name, count }, 'housekeeping step done');
        } catch (error) {
          if (!signal.aborted) throw error;
        }
        return 'done' as const;
      };
      await steps.run('housekeeping', work, name);
    }
  }

  return {
    startIfDue(signal) {
      if (running || performance.now() < dueAt) return;
      dueAt = performance.now() + intervalMs;
      running = runSteps(signal)
        // If the database is down, the loop reports that.
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
    },
    finished: async () => running,
  };
}
