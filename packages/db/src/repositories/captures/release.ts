import type { ScreenshotSource } from '@shotclock/contracts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { hasWaitingCapture, nextInFairOrder, useFairOrderIndex } from './fair-order.ts';

export type ReleasedCapture = {
  screenshotId: number;
  attempt: number;
  source: ScreenshotSource;
  /** Whether a worker crashed or was lost during an earlier attempt. */
  lostWorker: boolean;
};

/** The advisory lock for filling the release window, which only one scheduler may do at a time. */
const releaseLock = 746_825_626;
/** Manual captures go first, because a client waits for them. */
const sources: ScreenshotSource[] = ['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT'];

/** Maximum number of captures per statement: the cost of a statement grows faster than this number. */
const batchSize = 16;

/**
 * Marks waiting captures as enqueued, in fair order, until `window` captures are in the queue. Returns the marked captures in
 * that order.
 */
export async function releaseCaptures(tx: Queryable, window: number): Promise<ReleasedCapture[]> {
  const [lock] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${releaseLock}) as locked, ${useFairOrderIndex}`,
  );
  if (!lock?.locked) return [];
  let free = window - (await countReleased(tx));
  const released: ReleasedCapture[] = [];
  for (const source of sources) {
    let mayHaveMore = free > 0 && (await hasWaitingCapture(tx, source));
    while (mayHaveMore && free > 0) {
      const count = Math.min(free, batchSize);
      const ids = await nextInFairOrder(tx, source, count);
      released.push(...(await markReleased(tx, ids)));
      free -= ids.length;
      mayHaveMore = ids.length === count;
    }
  }
  return released;
}

async function countReleased(tx: Queryable): Promise<number> {
  // The order is that of the index, so that the planner uses it.
  const [row] = await tx.execute<{ captures: number }>(sql`
    select count(*)::int as captures from (
      select from ${screenshots} where status = 'PENDING' and enqueued_at is not null order by enqueued_at) released`);
  return row!.captures;
}

/** Written as one boolean expression, so that the planner searches by the IDs and not by the index of waiting captures. */
const stillWaits = sql`(${screenshots.status} = 'PENDING' and ${screenshots.enqueuedAt} is null) is true`;

/** Returns the captures in the order of `ids`, without those that were deleted in the meantime. */
async function markReleased(tx: Queryable, ids: number[]): Promise<ReleasedCapture[]> {
  const { id, attempt, source, lostWorkers } = screenshots;
  const rows = await tx
    .update(screenshots)
    .set({ enqueuedAt: sql`now()` })
    .where(and(inArray(id, ids), stillWaits))
    .returning({ screenshotId: id, attempt, source, lostWorkers });
  const marked = new Map(
    rows.map(({ lostWorkers: lost, ...row }) => [
      row.screenshotId,
      { ...row, attempt: row.attempt + 1, lostWorker: lost > 0 },
    ]),
  );
  return ids.flatMap((one) => marked.get(one) ?? []);
}

/** Marks captures that the queue did not accept as waiting again. */
export async function cancelRelease(db: Queryable, screenshotIds: number[]): Promise<void> {
  await db
    .update(screenshots)
    .set({ enqueuedAt: null })
    .where(and(inArray(screenshots.id, screenshotIds), eq(screenshots.status, 'PENDING')));
}

/** Whether a capture was enqueued more than `seconds` ago, by the clock of the database, and has not been claimed. */
export async function hasUnclaimedCapture(db: Queryable, seconds: number): Promise<boolean> {
  const [row] = await db.execute<{ waits: boolean }>(sql`
    select exists (
      select from ${screenshots}
      where status = 'PENDING' and enqueued_at < now() - make_interval(secs => ${seconds})
    ) as waits`);
  return row!.waits;
}

/**
 * Marks unclaimed captures that were enqueued more than `afterSeconds` ago as waiting again: their jobs may be lost. Skips
 * captures that are being claimed. Returns the number of captures.
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
