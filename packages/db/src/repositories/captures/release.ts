import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { preparedStatement } from '../prepared-statement.ts';
import { withoutSync } from '../without-sync.ts';
import { nextInFairOrder } from './fair-order.ts';
import { isReleased, releasedCaptures } from './held.ts';
import { lockedInOrder } from './locked-in-order.ts';
import { waitingOrder, waitsNow } from './waiting-index.ts';

export type ReleasedCapture = {
  screenshotId: number;
  attempt: number;
  /**
   * Whether manual captures that are released later may start first. True for a scheduled capture that was released while
   * no manual capture was waiting or in the queue. In other cases, the scheduled capture has already taken its turn among
   * manual captures.
   */
  canBeOvertaken: boolean;
  /** Whether a worker crashed or was lost during an earlier attempt. */
  lostWorker: boolean;
  /** ID of the request that started the capture; null for a scheduled run. */
  requestId: string | null;
  /** The `traceparent` of the capture's trace; null if it has none. */
  traceParent: string | null;
};

/** The advisory lock that allows only one scheduler at a time to fill the release window. */
const releaseLock = 746_825_626;
/** Maximum number of captures per statement, because the cost of a statement grows faster than linearly. */
const batchSize = 16;

/**
 * Marks waiting captures as enqueued, in fair order, until `window` captures are in the queue. Returns them in that order.
 * @param maxPerAccount maximum number of captures in the queue and in browsers for an account without its own limit; null for unlimited
 */
export async function releaseCaptures(
  tx: Queryable,
  window: number,
  maxPerAccount: number | null = null,
): Promise<ReleasedCapture[]> {
  const [lock] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${releaseLock}) as locked, ${withoutSync}`,
  );
  if (!lock?.locked) return [];
  const queue = await countQueued(tx);
  const released: ReleasedCapture[] = [];
  for (let free = window - queue.captures; free > 0; ) {
    const count = Math.min(free, batchSize);
    const ids = await nextInFairOrder(tx, count, maxPerAccount);
    if (ids.length > 0) released.push(...(await markReleased(tx, ids, queue.manualPending)));
    if (ids.length < count) break;
    free -= count;
  }
  return released;
}

/** The number of captures in the queue, and whether a manual capture is waiting or in the queue. */
async function countQueued(tx: Queryable): Promise<{ captures: number; manualPending: boolean }> {
  const [row] = await readQueued(tx, {});
  return { captures: row!.captures, manualPending: row!.manual_pending };
}

const readQueued = preparedStatement<Record<never, never>, { captures: number; manual_pending: boolean }>(
  'queued',
  () => sql`
    select count(*)::int as captures, coalesce(bool_or(source = 'MANUAL_SCREENSHOT'), false) or exists (
      select from ${captures} c where ${waitsNow('MANUAL_SCREENSHOT')} order by ${waitingOrder} limit 1) as manual_pending
    from (${releasedCaptures(sql`c.source`)}) released`,
);

/**
 * Written as a single boolean expression, so that the planner searches by ID instead of using the index of waiting
 * captures.
 */
const stillWaits = sql`(${captures.enqueuedAt} is null) is true`;

/**
 * Returns the captures in the order of `ids`. Skips captures that are being canceled or have just been canceled:
 * cancellations lock captures in ID order, so waiting for one could cause a deadlock.
 */
async function markReleased(
  tx: Queryable,
  ids: number[],
  manualPending: boolean,
): Promise<ReleasedCapture[]> {
  const { screenshotId: id, attempt, source, lostWorkers, requestId, traceParent } = captures;
  const free = tx
    .select({ id })
    .from(captures)
    .where(and(inArray(id, ids), stillWaits))
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(captures)
    .set({ enqueuedAt: sql`now()` })
    .where(sql`${id} = any(array(${free}))`)
    .returning({ screenshotId: id, attempt, source, lostWorkers, requestId, traceParent });
  const marked = new Map(
    rows.map(({ source: kind, attempt: claims, lostWorkers: lost, ...one }) => [
      one.screenshotId,
      {
        ...one,
        attempt: claims + 1,
        canBeOvertaken: kind === 'SCHEDULED_SCREENSHOT' && !manualPending,
        lostWorker: lost > 0,
      },
    ]),
  );
  return ids.flatMap((one) => marked.get(one) ?? []);
}

/** Marks captures as waiting again if the queue did not accept them. */
export async function cancelRelease(db: Queryable, screenshotIds: number[]): Promise<void> {
  const unclaimed = and(inArray(captures.screenshotId, screenshotIds), isNull(captures.attemptToken));
  await db.update(captures).set({ enqueuedAt: null }).where(lockedInOrder(db, unclaimed));
}

const unclaimedFor = (seconds: number) => sql`c.enqueued_at < now() - make_interval(secs => ${seconds})`;

/** Whether a capture was enqueued more than `seconds` ago (database clock) and has not been claimed. */
export async function hasUnclaimedCapture(db: Queryable, seconds: number): Promise<boolean> {
  const [row] = await db.execute<{ waits: boolean }>(sql`
    select exists (
      ${releasedCaptures(sql``, unclaimedFor(seconds))}
    ) as waits`);
  return row!.waits;
}

/**
 * Marks captures as waiting again if they were enqueued more than `afterSeconds` ago but never claimed, because their
 * jobs may be lost. Skips captures that are being claimed. Returns the number of marked captures.
 */
export async function cancelUnclaimedReleases(db: Queryable, afterSeconds: number): Promise<number> {
  const lost = db
    .select({ id: captures.screenshotId })
    .from(captures)
    .where(
      and(
        isReleased(unclaimedFor(afterSeconds)),
        // A worker may have claimed a capture since this statement found it.
        isNull(captures.attemptToken),
      ),
    )
    .for('update', { skipLocked: true });
  const rows = await db
    .update(captures)
    .set({ enqueuedAt: null })
    .where(inArray(captures.screenshotId, lost))
    .returning({ id: captures.screenshotId });
  return rows.length;
}
