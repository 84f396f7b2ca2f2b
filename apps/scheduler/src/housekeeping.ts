import { adoptOrphans, createRetention, deleteExpiredKeys, sweepObjects } from '@shotclock/core';
import type { Database } from '@shotclock/db';
import type { Logger } from '@shotclock/runtime';
import type { ObjectStore } from '@shotclock/storage';

const intervalMs = 60_000;

export type HousekeepingContext = {
  db: Database;
  objects: ObjectStore;
  /** How long unreferenced objects are kept: at least twice `objectHoldSeconds` of core. */
  objectGraceSeconds: number;
  /** Retention of captures without `retentionDays` of a schedule, in days; null keeps them forever. */
  retentionDays: number | null;
};

type Step = { name: string; run: (signal: AbortSignal) => Promise<number> };

/** Each step returns how many rows or objects it processed, and may be killed at any point. */
const createSteps = (ctx: HousekeepingContext): Step[] => {
  const { objects, objectGraceSeconds: graceSeconds } = ctx;
  return [
    { name: 'idempotency keys', run: () => deleteExpiredKeys(ctx) },
    { name: 'retention', run: createRetention(ctx, { defaultDays: ctx.retentionDays }) },
    { name: 'unused objects', run: (signal) => sweepObjects(ctx, { graceSeconds, signal }) },
    { name: 'orphans in the store', run: (signal) => adoptOrphans(ctx, { signal }) },
    { name: 'temporary files', run: () => objects.deleteTemporaryFiles(graceSeconds) },
  ];
};

export type Housekeeping = {
  /** Starts all steps in order, unless they are still running or were started less than a minute ago. Does not wait for them. */
  startIfDue(signal: AbortSignal): void;
  /** Resolves when no step is running any more. */
  finished(): Promise<void>;
};

/** A failed step does not prevent the others. A slow or unavailable object store does not delay the scheduler's loop. */
export function createHousekeeping(ctx: HousekeepingContext & { logger: Logger }): Housekeeping {
  const steps = createSteps(ctx);
  let dueAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function runSteps(signal: AbortSignal): Promise<void> {
    for (const { name, run } of steps) {
      if (signal.aborted) return;
      try {
        const count = await run(signal);
        if (count > 0) ctx.logger.info({ step: name, count }, 'housekeeping step done');
      } catch (error) {
        if (signal.aborted) return;
        ctx.logger.error({ err: error, step: name }, 'housekeeping step failed; retrying in a minute');
      }
    }
  }

  return {
    startIfDue(signal) {
      if (running || performance.now() < dueAt) return;
      dueAt = performance.now() + intervalMs;
      running = runSteps(signal).finally(() => {
        running = undefined;
      });
    },
    finished: async () => running,
  };
}
