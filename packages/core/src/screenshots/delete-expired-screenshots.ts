import { type Database, isDatabaseDown } from '@shotclock/db';
import {
  deleteScreenshotsOfAny,
  type ExpiredCaptures,
  expiredManualCaptures,
  expiredScheduledCaptures,
} from '@shotclock/db/all-accounts';

/**
 * No batch of scheduled or manual captures is started after this time, so that other housekeeping can run as well.
 */
const maxMs = 25_000;
/** Maximum number of schedules or accounts per transaction. */
const maxOwners = 100;

type Options = {
  /** Retention in days of manual captures and of schedules without `retentionDays`; null keeps them forever. */
  defaultDays: number | null;
  /** Maximum number of screenshots per transaction, from 1 (default 500). */
  batch?: number;
  signal?: AbortSignal;
};

/**
 * Deletes screenshots past their retention and returns their number. The cost depends on the number of expired
 * screenshots, not on the number of remaining ones. A call ends after about a minute, or earlier if `signal` aborts;
 * repeated calls process all screenshots. The process may be killed at any point, and any number of processes can call
 * this concurrently.
 * @throws AggregateError if captures of some schedules or accounts cannot be deleted; all others are deleted first
 */
export async function deleteExpiredScreenshots(ctx: { db: Database }, options: Options): Promise<number> {
  let deleted = 0;
  const errors: Error[] = [];
  for (const [owner, captures] of [
    ['schedule', expiredScheduledCaptures],
    ['account', expiredManualCaptures],
  ] as const) {
    const failed = new Map<number, unknown>();
    deleted += await deleteExpired(ctx.db, captures, options, failed);
    for (const [id, cause] of failed)
      errors.push(new Error(`captures of ${owner} ${id} cannot be deleted`, { cause }));
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join(', '));
  return deleted;
}

/** @param failed receives the owners whose captures cannot be deleted */
async function deleteExpired(
  db: Database,
  captures: ExpiredCaptures,
  { defaultDays, batch = 500, signal }: Options,
  failed: Map<number, unknown>,
): Promise<number> {
  const endsAt = performance.now() + maxMs;

  /** If the transaction fails, splits the owners until the faulty one is isolated. */
  async function deleteOf(owners: number[]): Promise<number> {
    try {
      return await db.transaction(async (tx) => {
        const expired = await captures.lock(tx, owners, { defaultDays, limit: batch });
        await deleteScreenshotsOfAny(tx, expired);
        return expired.length;
      });
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      if (owners.length === 1) {
        failed.set(owners[0]!, error);
        return 0;
      }
      const middle = Math.ceil(owners.length / 2);
      return (await deleteOf(owners.slice(0, middle))) + (await deleteOf(owners.slice(middle)));
    }
  }

  let deleted = 0;
  while (!signal?.aborted && performance.now() < endsAt) {
    const found = await captures.findOwners(db.orm, { defaultDays, limit: maxOwners + failed.size });
    const owners = found.filter((id) => !failed.has(id));
    if (owners.length === 0) break;
    const failures = failed.size;
    const count = await deleteOf(owners);
    deleted += count;
    const younger = await captures.recordOldest(db.orm, owners);
    // Other processes have locked all remaining captures.
    if (count === 0 && younger === 0 && failed.size === failures) break;
  }
  return deleted;
}
