import type { Database } from '@shotclock/db';
import { longestWait } from '@shotclock/db/all-accounts';

/** The time in seconds that the oldest pending capture has been waiting to start; 0 if no capture is waiting. */
export function longestWaitSeconds(ctx: { db: Database }): Promise<number> {
  return longestWait(ctx.db.orm);
}
