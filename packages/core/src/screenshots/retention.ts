// Retention scans all items (for scheduled captures) and all accounts (for manual ones) by ID, one range after the other, and
// starts over at the end. The position is kept in memory only: a new process starts at a random ID.
import {
  type Database,
  deleteScreenshots,
  type ExpiredCaptures,
  expiredManualCaptures,
  expiredScheduledCaptures,
} from '@shotclock/db';

/** Maximum number of transactions per call, for items and for accounts each. Bounds the cost of a call. */
const maxBatches = 20;

type Options = {
  /** Retention in days of manual captures and of schedules without `retentionDays`; null keeps them forever. */
  defaultDays?: number | null;
  /** Maximum number of screenshots per transaction, from 1 (default 500). */
  batch?: number;
  /** Number of items or accounts per transaction, from 1 (default 2,000). */
  range?: number;
  /** Position in the IDs at which the first call starts, 0 to 1 (default: random). */
  startAt?: number;
};

/**
 * Deletes screenshots past their retention and returns their number. Each call continues where the previous one ended, and
 * stops early when `signal` aborts. Any number of processes can run it at once.
 */
export type Retention = (signal?: AbortSignal) => Promise<number>;

export function createRetention(ctx: { db: Database }, options: Options = {}): Retention {
  const scans = [expiredScheduledCaptures, expiredManualCaptures].map((captures) =>
    createScan(ctx.db, captures, options),
  );
  return async (signal) => {
    let deleted = 0;
    for (const scan of scans) deleted += await scan(signal);
    return deleted;
  };
}

function createScan(db: Database, captures: ExpiredCaptures, options: Options): Retention {
  const { defaultDays = null, batch = 500, range = 2_000, startAt = Math.random() } = options;
  /** All IDs up to this one have been scanned. */
  let position: number | undefined;

  const deleteBatch = (after: number, upTo: number) =>
    db.transaction(async (tx) => {
      const expired = await captures.lock(tx, { after, upTo }, { defaultDays, limit: batch });
      await deleteScreenshots(tx, expired);
      return expired.length;
    });

  return async (signal) => {
    position ??= Math.floor(startAt * (await captures.lastId(db.orm)));
    let startedOver = position === 0;
    let deleted = 0;
    for (let n = 0; n < maxBatches && !signal?.aborted; ) {
      const upTo = await captures.lastOfNext(db.orm, position, range);
      if (upTo === null) {
        position = 0;
        if (startedOver) break;
        startedOver = true;
        continue;
      }
      const count = await deleteBatch(position, upTo);
      n += 1;
      deleted += count;
      // After a full batch, more may be left in the range.
      if (count < batch) position = upTo;
    }
    return deleted;
  };
}
