import type { ScreenshotSource } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { releasedCaptures } from './held.ts';

export type WaitingSummary = {
  captures: number;
  /** How long, in seconds, the oldest capture has been ready to start; 0 if none is waiting. */
  oldestSeconds: number;
};

/**
 * Counts all pending captures, released or not, by source. The cost grows with their number. If a capture is waiting for
 * a retry, its age is counted from the end of the retry delay.
 */
export async function summarizeWaiting(db: Queryable): Promise<Record<ScreenshotSource, WaitingSummary>> {
  // The two parts match the partial indexes on waiting and on released captures.
  const rows = await db.execute<{ source: ScreenshotSource; captures: number; seconds: number }>(sql`
    select source, count(*)::int as captures,
      greatest(0, extract(epoch from clock_timestamp() - min(release_at)))::float8 as seconds
    from (
      (select source, release_at from ${captures} where enqueued_at is null)
      union all
      (${releasedCaptures(sql`c.source, c.release_at`)})
    ) waiting group by source`);
  const none = { captures: 0, oldestSeconds: 0 };
  const found: Record<ScreenshotSource, WaitingSummary> = {
    MANUAL_SCREENSHOT: none,
    SCHEDULED_SCREENSHOT: none,
  };
  for (const { source, captures, seconds } of rows) found[source] = { captures, oldestSeconds: seconds };
  return found;
}
