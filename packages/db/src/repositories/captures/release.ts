import type { ScreenshotSource } from '@shotclock/contracts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { hasWaitingCapture, nextInFairOrder, useFairOrderIndex } from './fair-order.ts';

export type ReleasedCapture = { screenshotId: number; attempt: number; source: ScreenshotSource };

/** Only one scheduler at a time fills the window, so that it is not filled twice. */
const releaseLock = 746_825_626;
/** Whom somebody waits for goes first. */
const sources: ScreenshotSource[] = ['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT'];

/** Captures that are chosen at once: the work of a choice grows with it, and what was chosen counts for the next one. */
const mostAtOnce = 16;

/**
 * Marks waiting captures as enqueued until `window` of them are in the queue, and answers those it marked in the order of
 * their turns. Manual ones go first; then accounts, and the executions of an account, take turns.
 */
export async function releaseCaptures(tx: Queryable, window: number): Promise<ReleasedCapture[]> {
  const [lock] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${releaseLock}) as locked, ${useFairOrderIndex}`,
  );
  if (!lock?.locked) return [];
  let free = window - (await countReleased(tx));
  const released: ReleasedCapture[] = [];
  for (const source of sources)
    for (let more = free > 0 && (await hasWaitingCapture(tx, source)); more && free > 0; ) {
      const count = Math.min(free, mostAtOnce);
      const ids = await nextInFairOrder(tx, source, count);
      released.push(...(await markReleased(tx, ids)));
      free -= ids.length;
      more = ids.length === count;
    }
  return released;
}

async function countReleased(tx: Queryable): Promise<number> {
  // In the order of the index, so that the planner takes that one.
  const [row] = await tx.execute<{ captures: number }>(sql`
    select count(*)::int as captures from (
      select from ${screenshots} where status = 'PENDING' and enqueued_at is not null order by enqueued_at) released`);
  return row!.captures;
}

/** As one value, so that the planner looks for the ids and not for what waits. */
const stillWaits = sql`(${screenshots.status} = 'PENDING' and ${screenshots.enqueuedAt} is null) is true`;

/** In the order of `ids`; one that was deleted meanwhile is left out. */
async function markReleased(tx: Queryable, ids: number[]): Promise<ReleasedCapture[]> {
  const { id, attempt, source } = screenshots;
  const rows = await tx
    .update(screenshots)
    .set({ enqueuedAt: sql`now()` })
    .where(and(inArray(id, ids), stillWaits))
    .returning({ screenshotId: id, attempt, source });
  const marked = new Map(rows.map((row) => [row.screenshotId, { ...row, attempt: row.attempt + 1 }]));
  return ids.flatMap((one) => marked.get(one) ?? []);
}

/** The queue did not take them: they wait again. */
export async function cancelRelease(db: Queryable, screenshotIds: number[]): Promise<void> {
  await db
    .update(screenshots)
    .set({ enqueuedAt: null })
    .where(and(inArray(screenshots.id, screenshotIds), eq(screenshots.status, 'PENDING')));
}

/** Whether a capture was enqueued at least so long ago, by the database's clock, and nobody has claimed it. */
export async function hasUnclaimedCapture(db: Queryable, seconds: number): Promise<boolean> {
  const [row] = await db.execute<{ waits: boolean }>(sql`
    select exists (
      select from ${screenshots}
      where status = 'PENDING' and enqueued_at < now() - make_interval(secs => ${seconds})
    ) as waits`);
  return row!.waits;
}

/**
 * Captures that were enqueued long ago and never claimed wait again: their message may be lost. Answers how many. One that
 * is being claimed is left alone.
 */
export async function cancelUnclaimedReleases(db: Queryable, afterSeconds: number): Promise<number> {
  const lost = db
    .select({ id: screenshots.id })
    .from(screenshots)
    .where(
      and(
        eq(screenshots.status, 'PENDING'),
        sql`${screenshots.enqueuedAt} < now() - make_interval(secs => ${afterSeconds})`,
      ),
    )
    .for('update', { skipLocked: true });
  const rows = await db
    .update(screenshots)
    .set({ enqueuedAt: null })
    .where(inArray(screenshots.id, lost))
    .returning({ id: screenshots.id });
  return rows.length;
}
