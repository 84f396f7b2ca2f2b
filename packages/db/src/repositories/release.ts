import type { ScreenshotSource } from '@shotclock/contracts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { screenshots } from '../schema/screenshots.ts';

export type ReleasedCapture = { screenshotId: number; attempt: number; source: ScreenshotSource };

/** Only one scheduler at a time fills the window, so that it is not filled twice. */
const releaseLock = 746_825_626;

/**
 * Marks waiting captures as enqueued until `window` of them are in the queue, and answers those it marked. Manual ones go
 * first; then every account gets a turn before any gets its second, and likewise every execution of an account.
 */
export async function releaseCaptures(tx: Queryable, window: number): Promise<ReleasedCapture[]> {
  const [lock] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${releaseLock}) as locked`,
  );
  if (!lock?.locked) return [];
  const rows = await tx.execute<{ id: string; attempt: number; source: ScreenshotSource }>(sql`
    with waiting as (
      select id, account_id, source, row_number() over (partition by account_id, execution_id order by id) as turn
      from ${screenshots}
      where status = 'PENDING' and enqueued_at is null
        and release_at <= now() + interval '1 millisecond' -- what was "now" when it was stored may have been rounded up
    ), ranked as (
      select id, source, row_number() over (partition by source, account_id order by turn, id) as turn from waiting
    ), chosen as (
      select id from ranked order by (source = 'MANUAL_SCREENSHOT') desc, turn, id
      limit greatest(0, ${window}::int - (
        select count(*) from ${screenshots} where status = 'PENDING' and enqueued_at is not null
      ))
    )
    update ${screenshots} s set enqueued_at = now() from chosen
    where s.id = chosen.id and s.status = 'PENDING' and s.enqueued_at is null
    returning s.id, s.attempt, s.source`);
  return rows.map((row) => ({
    screenshotId: Number(row.id),
    attempt: row.attempt + 1,
    source: row.source,
  }));
}

/** The queue did not take them: they wait again. */
export async function unrelease(db: Queryable, screenshotIds: number[]): Promise<void> {
  await db
    .update(screenshots)
    .set({ enqueuedAt: null })
    .where(and(inArray(screenshots.id, screenshotIds), eq(screenshots.status, 'PENDING')));
}

/** Whether a capture was enqueued at least so long ago, by the database's clock, and nobody has claimed it. */
export async function releasedWaits(db: Queryable, seconds: number): Promise<boolean> {
  const [row] = await db.execute<{ waits: boolean }>(sql`
    select exists (
      select from ${screenshots}
      where status = 'PENDING' and enqueued_at < now() - make_interval(secs => ${seconds})
    ) as waits`);
  return row!.waits;
}

/** Captures that were enqueued long ago and never claimed wait again: their message may be lost. Answers how many. */
export async function unreleaseLost(db: Queryable, afterSeconds: number): Promise<number> {
  const rows = await db
    .update(screenshots)
    .set({ enqueuedAt: null })
    .where(
      and(
        eq(screenshots.status, 'PENDING'),
        sql`${screenshots.enqueuedAt} < now() - make_interval(secs => ${afterSeconds})`,
      ),
    )
    .returning({ id: screenshots.id });
  return rows.length;
}
