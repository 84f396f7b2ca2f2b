import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';

/** What `NOTIFY` says. A message is a hint to look at the tables, never the truth itself. */
export const channels = {
  /** There is work for a scheduler: a schedule changed, a capture waits, a place in the queue's window is free. */
  work: 'shotclock_work',
  /** A screenshot is finished; the payload is its id. */
  settled: 'shotclock_settled',
} as const;

/** Heard by listeners when the transaction commits, and only then. */
export async function notifyWork(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_notify(${channels.work}, '')`);
}
