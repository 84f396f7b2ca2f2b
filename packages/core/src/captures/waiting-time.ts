import type { Database } from '@shotclock/db';
import { longestWait } from '@shotclock/db/all-accounts';

/** Seconds for which the oldest pending capture has waited to start; 0 if none waits. */
export function longestWaitSeconds(ctx: { db: Database }): Promise<number> {
  return longestWait(ctx.db.orm);
}
