// items and accounts, by their ids: ──stretch──► what is too old of it, deleted in batches ──► next stretch … and round again
// Where it stands is kept in memory alone: a process that starts anew begins somewhere, and comes round to the rest.
import {
  type Database,
  deleteScreenshots,
  type ExpiredCaptures,
  expiredManual,
  expiredOfItems,
} from '@shotclock/db';

/** Transactions of a call, for items and for accounts each: this bounds what it costs, whatever is there. */
const mostBatches = 20;

type Options = {
  /** Days that captures are kept whose schedule does not say, manual ones among them; null keeps them. */
  defaultDays?: number | null;
  /** Screenshots of one transaction at most, from 1 (500). */
  batch?: number;
  /** Items or accounts that one transaction looks at, from 1 (2,000). */
  stretch?: number;
  /** Where in the ids the first call begins, 0 to 1; anywhere when left out. */
  beginAt?: number;
};

/**
 * A function that deletes finished screenshots which are kept no longer, and answers how many. Each call goes on where the
 * last one ended, and stops early when `signal` aborts. It may be killed anywhere, and any number may run.
 */
export type Retention = (signal?: AbortSignal) => Promise<number>;

export function createRetention(ctx: { db: Database }, options: Options = {}): Retention {
  const rounds = [expiredOfItems, expiredManual].map((captures) => createRound(ctx.db, captures, options));
  return async (signal) => {
    let deleted = 0;
    for (const round of rounds) deleted += await round(signal);
    return deleted;
  };
}

function createRound(db: Database, captures: ExpiredCaptures, options: Options): Retention {
  const { defaultDays = null, batch = 500, stretch = 2_000, beginAt = Math.random() } = options;
  /** All ids up to this one were looked at. */
  let position: number | undefined;

  const deleteBatch = (after: number, upTo: number) =>
    db.transaction(async (tx) => {
      const expired = await captures.lock(tx, { after, upTo }, { defaultDays, limit: batch });
      await deleteScreenshots(tx, expired);
      return expired.length;
    });

  return async (signal) => {
    position ??= Math.floor(beginAt * (await captures.lastId(db.orm)));
    let sawBeginning = position === 0;
    let deleted = 0;
    for (let n = 0; n < mostBatches && !signal?.aborted; ) {
      const upTo = await captures.lastOfNext(db.orm, position, stretch);
      if (upTo === null) {
        position = 0;
        if (sawBeginning) break;
        sawBeginning = true;
        continue;
      }
      const count = await deleteBatch(position, upTo);
      n += 1;
      deleted += count;
      // A full batch may have left some of the stretch.
      if (count < batch) position = upTo;
    }
    return deleted;
  };
}
