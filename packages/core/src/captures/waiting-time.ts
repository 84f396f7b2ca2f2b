import { type Database, longestWait } from '@shotclock/db';

/** Seconds for which the oldest pending capture has waited for a free worker; 0 if none waits. */
export function longestWaitSeconds(ctx: { db: Database }): Promise<number> {
  return longestWait(ctx.db.orm);
}
