import type { Database } from '@shotclock/db';
import {
  deleteScreenshotsOfAny,
  type ExpiredCaptures,
  expiredManualCaptures,
  expiredScheduledCaptures,
} from '@shotclock/db/all-accounts';

/** No batch of scheduled or of manual captures starts later than this in a call, so that other housekeeping also runs. */
const maxMs = 25_000;
/** Schedules or accounts per transaction. */
const maxOwners = 100;

type Options = {
  /** Retention in days of manual captures and of schedules without `retentionDays`; null keeps them forever. */
  defaultDays: number | null;
  /** Maximum number of screenshots per transaction, from 1 (default 500). */
  batch?: number;
  signal?: AbortSignal;
};

/**
 * Deletes screenshots past their retention and returns their number. The cost depends on how many have expired, and not on how many
 * are kept. Repeated calls reach all of them: a call ends after about a minute, or early when `signal` aborts. It may be killed at any
 * point, and any number of processes can run it at once.
 */
export async function deleteExpiredScreenshots(ctx: { db: Database }, options: Options): Promise<number> {
  let deleted = 0;
  for (const captures of [expiredScheduledCaptures, expiredManualCaptures])
    deleted += await deleteExpired(ctx.db, captures, options);
  return deleted;
}

async function deleteExpired(
  db: Database,
  captures: ExpiredCaptures,
  { defaultDays, batch = 500, signal }: Options,
): Promise<number> {
  const endsAt = performance.now() + maxMs;
  let deleted = 0;
  while (!signal?.aborted && performance.now() < endsAt) {
    const owners = await captures.findOwners(db.orm, { defaultDays, limit: maxOwners });
    if (owners.length === 0) break;
    const count = await db.transaction(async (tx) => {
      const expired = await captures.lock(tx, owners, { defaultDays, limit: batch });
      await deleteScreenshotsOfAny(tx, expired);
      return expired.length;
    });
    deleted += count;
    const younger = await captures.recordOldest(db.orm, owners);
    // Other processes have locked all captures that are left.
    if (count === 0 && younger === 0) break;
  }
  return deleted;
}
