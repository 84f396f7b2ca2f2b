import type { Database } from '@shotclock/db';
import { longestWait } from '@shotclock/db/all-accounts';

/** The number of seconds that the oldest pending capture has waited to start; 0 if no capture waits. */
export function longestWaitSeconds(ctx: { db: Database }): Promise<number> {
  return longestWait(ctx.db.orm);
}
