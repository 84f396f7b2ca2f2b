import { deleteExpired, sweepKeys } from '@shotclock/core';
import type { Database } from '@shotclock/db';
import type { Logger } from '@shotclock/runtime';

const everyMs = 60_000;

type Step = { name: string; run: (ctx: { db: Database }) => Promise<number> };

/** What time alone takes away; each step answers how many rows it touched, and may be killed anywhere. */
const steps: Step[] = [
  { name: 'idempotency keys', run: sweepKeys },
  { name: 'retention', run: (ctx) => deleteExpired(ctx) },
];

/** Answers a function that runs every step when a minute has passed since it last did. A step's fault stops no other. */
export function createHousekeeping(ctx: { db: Database; logger: Logger }): () => Promise<void> {
  let due = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < due) return;
    due = performance.now() + everyMs;
    for (const { name, run } of steps) {
      try {
        const rows = await run(ctx);
        if (rows > 0) ctx.logger.info({ step: name, rows }, 'kept house');
      } catch (error) {
        ctx.logger.error(
          { err: error, step: name },
          'a step of housekeeping failed; trying again in a minute',
        );
      }
    }
  };
}
