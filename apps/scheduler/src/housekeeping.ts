import { adoptOrphans, createRetention, sweepKeys, sweepObjects } from '@shotclock/core';
import type { Database } from '@shotclock/db';
import type { Logger } from '@shotclock/runtime';
import type { ObjectStore } from '@shotclock/storage';

const everyMs = 60_000;

export type HousekeepingContext = {
  db: Database;
  objects: ObjectStore;
  /** How long an object stays that nothing refers to; at least twice what a recorded one is held. */
  objectGraceSeconds: number;
  /** Days that captures are kept whose schedule does not say; null keeps them. */
  retentionDays: number | null;
};

type Step = { name: string; run: (signal: AbortSignal) => Promise<number> };

/** What time alone takes away; each step answers how many things it touched, and may be killed anywhere. */
const stepsOf = (ctx: HousekeepingContext): Step[] => {
  const { objects, objectGraceSeconds: graceSeconds } = ctx;
  return [
    { name: 'idempotency keys', run: () => sweepKeys(ctx) },
    { name: 'retention', run: createRetention(ctx, { defaultDays: ctx.retentionDays }) },
    { name: 'unused objects', run: (signal) => sweepObjects(ctx, { graceSeconds, signal }) },
    { name: 'orphans in the store', run: (signal) => adoptOrphans(ctx, { signal }) },
    { name: 'temporary files', run: () => objects.deleteTemporaryFiles(graceSeconds) },
  ];
};

export type Housekeeping = {
  /** Begins to run every step, when a minute has passed since it last did and that has ended. Nobody waits for it. */
  begin(signal: AbortSignal): void;
  /** Resolves when no step runs any more. */
  ended(): Promise<void>;
};

/** A step's fault stops no other. An object store that is slow or away delays none of the scheduler's work. */
export function createHousekeeping(ctx: HousekeepingContext & { logger: Logger }): Housekeeping {
  const steps = stepsOf(ctx);
  let due = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function keep(signal: AbortSignal): Promise<void> {
    for (const { name, run } of steps) {
      if (signal.aborted) return;
      try {
        const count = await run(signal);
        if (count > 0) ctx.logger.info({ step: name, count }, 'kept house');
      } catch (error) {
        if (signal.aborted) return;
        ctx.logger.error(
          { err: error, step: name },
          'a step of housekeeping failed; trying again in a minute',
        );
      }
    }
  }

  return {
    begin(signal) {
      if (running || performance.now() < due) return;
      due = performance.now() + everyMs;
      running = keep(signal).finally(() => {
        running = undefined;
      });
    },
    ended: async () => running,
  };
}
